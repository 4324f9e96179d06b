-- The way by which a link was sent to its recipient; null for links that were handed on. It acts until the address of
-- that way is corrected: whoever has the wrong address looks on.
alter table tracking_link add column way text check (way in ('mail', 'sms'));
