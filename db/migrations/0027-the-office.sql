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
