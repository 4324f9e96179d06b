-- A refund of a hold that was not taken yet lets go of it.
alter table refund_request drop constraint refund_request_state_check;
alter table refund_request add constraint refund_request_state_check check (state in
  ('waiting', 'declined', 'sending', 'pending', 'succeeded', 'refused', 'failed', 'by-bank', 'dropped', 'released'));
