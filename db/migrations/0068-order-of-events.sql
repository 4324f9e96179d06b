-- Readers of events go by transaction and then by position, of one organisation or of all of them.
create unique index event_order on event (xid, position);
create unique index event_order_of_org on event (org_id, xid, position);
drop index event_position;
