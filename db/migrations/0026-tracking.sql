-- A link is a secret of 22 characters; only its SHA-256 is kept.
create table tracking_link (
  org_id uuid not null references organization (id),
  token_hash text not null,
  delivery_id uuid not null,
  -- A link that acts goes to the recipient's own address only; whoever else has a link looks on.
  kind text not null default 'view' check (kind in ('view', 'act')),
  -- The way by which it was sent to its recipient; null for links that were handed on. It acts until the address of that
  -- way is corrected: whoever has the wrong address looks on.
  way text check (way in ('mail', 'sms')),
  created_by uuid,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (org_id, token_hash),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
create index tracking_link_of_delivery on tracking_link (org_id, delivery_id);
select fence('tracking_link');

-- The number that recipients may call, as their page shows it.
create table carrier_phone (
  org_id uuid not null references organization (id),
  phone text not null check (length(phone) <= 20),
  changed_at timestamptz not null,
  changed_by uuid,
  primary key (org_id)
);
select fence('carrier_phone');

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
