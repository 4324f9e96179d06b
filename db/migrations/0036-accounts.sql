-- When the person last proved who they are in this session, by the provider's clock; null where its tokens do not say.
alter table person_session add column authenticated_at timestamptz;
