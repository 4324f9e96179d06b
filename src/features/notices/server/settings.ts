import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { areaZone } from "#features/places/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { NoticeSettings, noticesApi } from "../contract/api.ts";
import { AUDIENCES, CHOSEN_NOTICES, WAYS } from "../domain/notices.ts";
import { morningAfter } from "../domain/quiet.ts";
import { type NoticeRules, defaultRules, isOffered } from "../domain/settings.ts";
import { RULES_LOCK } from "./notice-rows.ts";
import type { WayOut, WaysOut } from "./ways.ts";

interface Row {
  readonly version: number;
  readonly rules: NoticeRules;
  readonly currency: string;
  /** Of the area. */
  readonly zone: string;
}

interface Stored {
  /** Null until somebody changed them, as the rules. */
  readonly version: number | null;
  readonly rules: NoticeRules | null;
  readonly isDemo: boolean;
}

/** The rules of the transaction's organisation. */
export async function readRules(tx: Tx): Promise<Row> {
  const row = await first(
    tx,
    sql<Pick<Row, "currency" | "zone"> & Stored>`
      select s.version, s.rules, trim(o.currency) as currency, o.demo as "isDemo", coalesce(${areaZone}, o.timezone) as zone
      from organization o left join notice_settings s on s.org_id = o.id where o.id = app_org()`,
  );
  if (!row) throw new Error("an organisation vanished");
  const { version, rules, currency, zone, isDemo } = row;
  return { version: version ?? 0, rules: rules ?? defaultRules(isDemo), currency, zone };
}

/** Text messages that were given to the gateway in the month of the organisation's calendar. */
async function spentIn(tx: Tx, now: Instant): Promise<NoticeSettings["spent"]> {
  const found = await first(
    tx,
    sql<NoticeSettings["spent"]>`
      select ${isoText("m.since")} as since, count(n.id)::int as messages,
        coalesce(sum(n.sms_parts), 0)::int as parts, coalesce(sum(n.cost_micros), 0)::bigint as "costMicros"
      from (select o.id, date_trunc('month', ${toIso(now)}::timestamptz at time zone o.timezone) at time zone o.timezone
              as since from organization o where o.id = app_org()) m
        left join notice n on n.org_id = m.id and n.cost_micros is not null and n.said_at >= m.since
      group by m.since`,
  );
  if (!found) throw new Error("an organisation vanished");
  return found;
}

/** Notices that wait for a morning are due now: the next check sends them, or holds them until the new one. */
async function wakeHeld(tx: Tx, morning: Instant, now: Instant): Promise<void> {
  await sql`update notice set due_at = ${toIso(now)}
            where org_id = app_org() and state = 'waiting' and due_at = ${toIso(morning)}`.execute(tx);
}

const gatewayOf = ({ leaves, host, from, knowsIds }: WayOut) => ({ leaves, host, from, knowsIds });

async function shown(tx: Tx, now: Instant, { mail, sms }: WaysOut): Promise<NoticeSettings> {
  const { version, rules, currency } = await readRules(tx);
  const gateways = { mail: gatewayOf(mail), sms: gatewayOf(sms) };
  return { version, rules, currency, gateways, spent: await spentIn(tx, now) };
}

export const readSettings = (context: Context, ways: WaysOut): Promise<NoticeSettings> =>
  context.db.read(context.actor, (tx) => shown(tx, context.now, ways));

type Input = ParsedOf<typeof noticesApi.editNoticeSettings>;

/** @throws Refusal `notices.changed-meanwhile`, `notices.not-offered` */
export function editSettings(input: Input, context: Context, ways: WaysOut): Promise<NoticeSettings> {
  const { actor, now } = context;
  mustBeOffered(input.rules);
  return context.db.as(actor, async (tx) => {
    await sql`select pg_advisory_xact_lock(${RULES_LOCK})`.execute(tx);
    await change(tx, context, {
      type: "editNoticeSettings",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        const before = await readRules(tx);
        if (before.version !== input.version)
          throw new Refusal("notices.changed-meanwhile", { version: before.version });
        const version = before.version + 1;
        await sql`
          insert into notice_settings (org_id, version, rules, changed_at, changed_by)
          values (app_org(), ${version}, ${json(input.rules)}, ${toIso(now)}, ${actor.userId ?? null})
          on conflict (org_id) do update set version = excluded.version, rules = excluded.rules,
            changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(tx);
        const morning = ({ quiet }: NoticeRules) => morningAfter(now, quiet, before.zone);
        const held = morning(before.rules);
        if (held !== null && held !== morning(input.rules)) await wakeHeld(tx, held, now);
        return { version };
      },
      event: (data) => ({
        aggregate: "notice-settings",
        type: "notice-settings.edited",
        data,
        audience: { staff: true },
      }),
    });
    return shown(tx, now, ways);
  });
}

function mustBeOffered({ tells }: Input["rules"]): void {
  for (const notice of CHOSEN_NOTICES)
    for (const audience of AUDIENCES)
      for (const way of WAYS)
        if (tells[notice][audience].includes(way) && !isOffered(notice, audience, way))
          throw new Refusal("notices.not-offered", { field: `rules.tells.${notice}.${audience}` });
}
