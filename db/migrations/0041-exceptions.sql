-- Notices that did not reach whom they were for, and parcels that did not change hands with the others.
alter table exception drop constraint exception_kind_check;
alter table exception add constraint exception_kind_check check (kind in ('plan_conflict', 'proof_missing',
  'command_refused', 'phone_began_anew', 'late', 'stopped_moving', 'no_position', 'missing_parcel', 'foreign_parcel',
  'handover_given', 'handover_taken', 'parcel_in_hand', 'notice_failed', 'parcels_left',
  'kept_too_long', 'day_not_made'));
