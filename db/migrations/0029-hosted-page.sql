-- A payer may be sent to the provider's own page, where our card form cannot be shown. The intent that was open is ended
-- first: at any moment one thing at most can be paid on, an intent or a page.
alter table payment
  -- The page that is open, or that was paid on.
  add column page_ref text,
  -- Intents and pages that are ended or being ended: nothing that they say counts any more.
  add column left_refs text[] not null default '{}',
  -- How often a card was declined on those.
  add column left_tries integer not null default 0 check (left_tries >= 0);
create unique index payment_of_page on payment (org_id, provider, page_ref);
alter table payment_op
  -- 'leave': the intent or the page that it ends. 'page': where the payer is sent back to.
  add column about text,
  drop constraint payment_op_kind_check,
  add constraint payment_op_kind_check check (kind in ('open', 'capture', 'cancel', 'refund', 'page', 'leave')),
  add check ((kind in ('page', 'leave')) = (about is not null));
