-- Times on duty as later rooms read them.
create index shift_by_start on shift (org_id, started_at);
create view duties as select org_id, courier_id, started_at, ended_at from shift;
select publish('duties');
