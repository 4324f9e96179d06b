-- With their own id, so that lists of them can be paged.
create or replace view duties as select org_id, courier_id, started_at, ended_at, id from shift;
select publish('duties');
