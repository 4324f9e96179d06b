-- A link that acts goes to the recipient's own address only; whoever else has a link looks on.
alter table tracking_link add column kind text not null default 'view' check (kind in ('view', 'act'));
