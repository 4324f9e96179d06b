-- A guest's quote belongs to whoever has the booking key that it was asked with; only its hash is kept.
alter table quote add column booking_key_hash text;
