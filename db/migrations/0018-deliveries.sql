-- SHA-256 of the bytes as they came: a try after a lost answer is compared with it, since another encoder writes other
-- bytes. Null for proofs kept before.
alter table proof add column given_sha256 text;
