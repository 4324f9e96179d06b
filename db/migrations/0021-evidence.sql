-- Seals of the files that were handed out as evidence, so that a file can be compared with what the carrier issued.
create table evidence_seal (
  org_id uuid not null references organization (id),
  delivery_id uuid not null,
  -- SHA-256 in hex: of the end of the chain and of all files beside it, and of the chain alone.
  seal text not null,
  head text not null,
  facts integer not null,
  issued_at timestamptz not null,
  primary key (org_id, delivery_id, seal),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
);
select fence('evidence_seal');
