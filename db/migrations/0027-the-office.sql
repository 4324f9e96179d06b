-- A payment under review has a finding, which a look at the provider may end. Which kinds and ends there are is said in
-- one place, the contract of findings.
alter table payment_finding drop constraint payment_finding_kind_check;
alter table payment_finding add constraint payment_finding_kind_check check (kind ~ '^[a-z][a-z-]{2,40}$');
alter table payment_finding drop constraint payment_finding_resolution_check;
alter table payment_finding add constraint payment_finding_resolution_check check (resolution ~ '^[a-z][a-z-]{2,40}$');
alter table payment_finding drop constraint payment_finding_check1;
alter table payment_finding add constraint payment_finding_by_a_person
  check (resolution is null or (resolved_by is null) = (resolution in ('auto', 'gone')));

-- The release of a hold that waits for a second person: nothing was taken, so nothing is set aside.
alter table refund_request drop constraint refund_request_state_check;
alter table refund_request add constraint refund_request_state_check check (state in
  ('waiting', 'release-waiting', 'declined', 'sending', 'pending', 'succeeded', 'refused', 'failed', 'by-bank', 'dropped',
   'released'));

-- Each refund has one credit note at most, and a credit note that counts no more is cancelled by one of its own.
alter table receipt drop constraint receipt_kind_check;
alter table receipt add constraint receipt_kind_check check (kind in ('receipt', 'credit-note', 'cancel-note'));
alter table receipt_series drop constraint receipt_series_kind_check;
alter table receipt_series add constraint receipt_series_kind_check
  check (kind in ('receipt', 'credit-note', 'cancel-note'));
alter table receipt add column refund_id uuid;
alter table receipt add foreign key (org_id, refund_id) references refund_request (org_id, id);
alter table receipt add column cancels uuid;
alter table receipt add foreign key (org_id, cancels) references receipt (org_id, id);
alter table receipt add check ((kind = 'cancel-note') = (cancels is not null));
alter table receipt drop constraint receipt_org_id_payment_id_payment_version_kind_key;
create unique index receipt_of_change on receipt (org_id, payment_id, payment_version) where kind = 'receipt';
create unique index receipt_of_refund on receipt (org_id, refund_id, kind) where refund_id is not null;
create unique index receipt_cancels on receipt (org_id, cancels) where cancels is not null;

-- Which refund a credit note was issued for was not written down: those of a payment's refunds of the same amount, in
-- the order in which they were asked for.
alter table receipt disable trigger receipt_is_written_once;
update receipt r set refund_id = q.id from (
  select n.org_id, n.id as note_id, w.id from
    (select org_id, id, payment_id, total_minor,
       row_number() over (partition by org_id, payment_id, total_minor order by issued_at, nth) as place
     from receipt where kind = 'credit-note') n
    join (select org_id, id, payment_id, amount_minor,
       row_number() over (partition by org_id, payment_id, amount_minor order by asked_at, id) as place
     from refund_request where state in ('pending', 'succeeded', 'failed', 'by-bank', 'dropped')) w
    on w.org_id = n.org_id and w.payment_id = n.payment_id and w.amount_minor = n.total_minor and w.place = n.place
) q where r.org_id = q.org_id and r.id = q.note_id;
alter table receipt enable trigger receipt_is_written_once;

-- Where the provider keeps our account in another currency than the payment's: what a dispute took from it there.
alter table dispute add column settled_currency char(3);
alter table dispute add column settled_withdrawn_minor bigint check (settled_withdrawn_minor >= 0);
alter table dispute add column settled_fee_minor bigint check (settled_fee_minor >= 0);
alter table dispute add check ((settled_currency is null) = (settled_withdrawn_minor is null)
  and (settled_currency is null) = (settled_fee_minor is null));
