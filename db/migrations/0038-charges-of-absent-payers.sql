-- A payer may let a kept card be charged for extras of their deliveries while they are away: a second sentence, agreed to
-- by itself and taken back by itself.
alter table card_consent
  -- The version of that second sentence.
  add column away_words integer check (away_words > 0),
  add column away_given_at timestamptz,
  add column away_taken_back_at timestamptz,
  -- The provider's name of the card that paid, once it was asked for it.
  add column card_ref text,
  add check ((away_words is null) = (away_given_at is null)),
  add check (away_taken_back_at is null or away_given_at is not null);
create index card_consent_away on card_consent (org_id, person_id, away_given_at)
  where away_given_at is not null and away_taken_back_at is null;
-- An intent that is opened with a kept card while its holder is away: by which consent, and with which card. They are
-- written with the operation: its key never stands for another card.
alter table payment_op
  add column consent_id uuid,
  add column holder_ref text,
  add column card_ref text,
  add foreign key (org_id, consent_id) references card_consent (org_id, payment_id),
  add check (consent_id is null or kind = 'open'),
  add check ((consent_id is null) = (card_ref is null) and (consent_id is null) = (holder_ref is null));
create index payment_op_away on payment_op (org_id, consent_id) where consent_id is not null;

-- The kept card that an intent was paid with.
alter table sandbox_bank.intent add column card_id text;
