-- The provider is told where a payment was first opened from, also when somebody opens it again from elsewhere.
alter table card_try add column first_opened_at timestamptz;
update card_try set first_opened_at = opened_at;
alter table card_try alter column first_opened_at set not null;
