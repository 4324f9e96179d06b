-- Notifications on the devices of senders with an account are a third way.
alter table notice drop constraint notice_way_check;
alter table notice add constraint notice_way_check check (way in ('mail', 'sms', 'push'));

-- Settings that somebody changed: a sender who hears of an outcome by mail hears of it on their devices too, once they ask there.
update notice_settings s set rules = jsonb_set(s.rules, '{tells}', (
  select jsonb_object_agg(t.key, case
    when t.key in ('late', 'delivered', 'missed', 'returning', 'returned', 'cancelled') and t.value -> 'sender' ? 'mail'
      then jsonb_set(t.value, '{sender}', t.value -> 'sender' || '["push"]')
    else t.value end)
  from jsonb_each(s.rules -> 'tells') t));
