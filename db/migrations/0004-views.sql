-- Filters of a page under a name. `query` is the search of the page's address, as its own parser reads it.
create table saved_view (
  org_id uuid not null references organization (id),
  id uuid not null,
  owner_id uuid not null,
  page text not null check (page in ('board', 'deliveries')),
  name text not null check (name <> ''),
  query text not null,
  shared boolean not null,
  changed_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, owner_id) references person (org_id, id)
);
create unique index saved_view_name on saved_view (org_id, owner_id, page, lower(name));
create index saved_view_shared on saved_view (org_id, page) where shared;
select fence('saved_view');

-- The view with which a person's page opens.
create table default_view (
  org_id uuid not null references organization (id),
  person_id uuid not null,
  page text not null,
  view_id uuid not null,
  primary key (org_id, person_id, page),
  foreign key (org_id, view_id) references saved_view (org_id, id) on delete cascade
);
create index default_view_of_view on default_view (org_id, view_id);
select fence('default_view');
