-- Standing orders: deliveries that are due on days of the week.
create table recurring_rule (
  org_id uuid not null references organization (id),
  -- The command that made it.
  id uuid not null,
  version integer not null default 1,
  state text not null check (state in ('active', 'paused', 'ended')),
  -- Everything that is typed: order and schedule.
  rule jsonb not null,
  -- Names and addresses, folded as places are.
  search_doc text not null,
  created_at timestamptz not null,
  -- Who changed it last: orders are entered by them.
  changed_by uuid not null,
  changed_at timestamptz not null,
  -- Days before that are settled, by the area's calendar.
  counted_from date not null,
  -- The day on which it was last looked at whole.
  looked_on date,
  -- Kept for a while from then on.
  ended_at timestamptz,
  primary key (org_id, id)
);
create index recurring_rule_newest on recurring_rule (org_id, created_at desc, id desc);
create index recurring_rule_looked on recurring_rule (org_id, looked_on) where state = 'active';
create index recurring_rule_ended on recurring_rule (org_id, ended_at) where ended_at is not null;
select fence('recurring_rule');

-- Days of a standing order of which there is something to say; every other one is as the rule says.
create table recurring_day (
  org_id uuid not null,
  rule_id uuid not null,
  day date not null,
  state text not null check (state in ('planned', 'skipped', 'closed', 'made', 'failed')),
  -- Date and time that a person moved it to.
  moved jsonb,
  -- As it was made or tried.
  window_start timestamptz,
  window_end timestamptz,
  order_id uuid,
  -- Code and facts of the refusal.
  reason jsonb,
  changed_at timestamptz not null,
  -- One order a day, whoever makes it and however often.
  primary key (org_id, rule_id, day),
  foreign key (org_id, rule_id) references recurring_rule (org_id, id),
  check ((state = 'made') = (order_id is not null)),
  check ((state = 'failed') = (reason is not null))
);
create index recurring_day_failed on recurring_day (org_id, rule_id, day) where state = 'failed';
create index recurring_day_planned on recurring_day (org_id, rule_id, day) where state = 'planned';
select fence('recurring_day');
