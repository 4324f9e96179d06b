-- The provider says that a session is over by the session's name alone.
create index person_session_by_mark on person_session (org_id, issuer, mark) where ended_at is null;
