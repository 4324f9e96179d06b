-- Holds by when they end: the ones that end soon are looked for every minute.
create index payment_hold_ends on payment (org_id, capture_before) where settled_at is null and state = 'authorized';
-- Whose work goes on although its money is not safe, because a person said so.
create index payment_finding_let_through on payment_finding (org_id, payment_id) where resolution = 'let-through';
