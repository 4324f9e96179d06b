-- Answers to the question before the pictures of a proof, so that guesses are counted and can be looked at.
create table picture_answer (
  org_id uuid not null references organization (id),
  id uuid not null,
  delivery_id uuid not null,
  -- SHA-256 of the caller's address.
  address_hash text not null,
  answered_at timestamptz not null,
  is_right boolean not null,
  primary key (org_id, id),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
create index picture_answer_of_delivery on picture_answer (org_id, delivery_id, answered_at);
create index picture_answer_of_address on picture_answer (org_id, address_hash, answered_at);
create index picture_answer_old on picture_answer (org_id, answered_at);
select fence('picture_answer');

-- Readers who gave a right answer, until their pictures close again. Only the SHA-256 of their secret is kept.
create table picture_grant (
  org_id uuid not null references organization (id),
  secret_hash text not null,
  -- Hash of the link's token: the grant is over with it.
  link_hash text not null,
  until timestamptz not null,
  primary key (org_id, secret_hash)
);
create index picture_grant_over on picture_grant (org_id, until);
select fence('picture_grant');
