-- New entries go into the index at once. In the list where they wait otherwise they make it so dear to read that the planner
-- reads the whole table: a rare word among 10,000 new deliveries took 15 ms instead of 0.5.
alter index delivery_search set (fastupdate = off);
alter index order_sender set (fastupdate = off);
select gin_clean_pending_list('delivery_search'), gin_clean_pending_list('order_sender');
