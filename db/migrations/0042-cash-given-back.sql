-- Money that came without a card goes back by the same wishes as a card's: `cash-waiting` for a second person,
-- `cash-back` once it is in the payer's hands.
alter table refund_request drop constraint refund_request_state_check;
alter table refund_request add constraint refund_request_state_check check (state in
  ('waiting', 'release-waiting', 'cash-waiting', 'declined', 'sending', 'pending', 'succeeded', 'refused', 'failed',
   'by-bank', 'dropped', 'released', 'cash-back'));
