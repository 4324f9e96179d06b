-- The sandbox bank's own pages, for a shop whose card form cannot be shown: each has an intent of its own.
create table sandbox_bank.page (
  id text primary key,
  intent_id text not null references sandbox_bank.intent (id),
  description text not null,
  return_url text not null,
  created_at timestamptz not null
);
create index page_of_intent on sandbox_bank.page (intent_id);
