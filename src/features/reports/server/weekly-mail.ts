import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import type { Role } from "#kernel/actor.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import { chooseLocale } from "#kernel/locale.ts";
import { scopeOf } from "#kernel/permission.ts";
import { Refusal } from "#kernel/refusal.ts";
import { type Db, first, rows, type Tx } from "#server/db/db.ts";
import { organisationIds } from "#server/db/organisations.ts";
import type { Context } from "#server/http/route.ts";
import { newId } from "#server/ids.ts";
import { addJobs } from "#server/jobs/jobs.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import type { RoomParts } from "#server/room.ts";
import type { reportsApi } from "../contract/api.ts";
import { type DueWeek, dueWeek, weekBefore } from "../domain/weekly.ts";
import { weeklyPage } from "./weekly-page.ts";
import { groupsIn } from "./read-report.ts";
import { healFacts } from "./heal-facts.ts";

export const WEEKLY_JOB = "reports.mail-week";

type Switch = ReplyOf<typeof reportsApi.readWeeklyMail>;

/** Reads whether the caller gets the weekly mail. */
export const readWeeklyMail = ({ db, actor }: Context): Promise<Switch> =>
  db.read(actor, (tx) => switchOf(tx, actor.userId ?? null));

async function switchOf(tx: Tx, personId: string | null): Promise<Switch> {
  const found = await first(
    tx,
    sql<Switch>`
      select m.email as address,
        exists (select from report_mail r where r.org_id = m.org_id and r.person_id = m.id) as "on"
      from members m where m.org_id = app_org() and m.id = ${personId}`,
  );
  return found ?? { on: false, address: null };
}

/** Switches the caller's weekly mail. @throws Refusal `reports.no-address` */
export function switchWeeklyMail(
  { on }: ParsedOf<typeof reportsApi.switchWeeklyMail>,
  { db, actor, now }: Context,
): Promise<Switch> {
  const personId = actor.userId ?? null;
  return db.as(actor, async (tx) => {
    const { address } = await switchOf(tx, personId);
    if (on && address === null) throw new Refusal("reports.no-address");
    await (
      on
        ? sql`insert into report_mail (org_id, person_id, since) values (app_org(), ${personId}, ${toIso(now)})
            on conflict do nothing`
        : sql`delete from report_mail where org_id = app_org() and person_id = ${personId}`
    ).execute(tx);
    return { on, address };
  });
}

/** Notes the mails of every organisation that are due, each once, and asks for them to be sent; facts are healed before. */
export async function planWeek(db: Db, now: Instant): Promise<void> {
  for (const orgId of await organisationIds(db)) {
    const due = await db.as({ orgId }, async (tx) => {
      const week = dueWeek(now, await zoneOf(tx, orgId));
      return week && (await peopleWaiting(tx, week)).length > 0 ? week : undefined;
    });
    if (!due) continue;
    await healFacts(db, orgId);
    await db.as({ orgId }, (tx) => noteMails(tx, { orgId, due, now }));
  }
}

const peopleWaiting = (tx: Tx, due: DueWeek): Promise<{ id: string }[]> =>
  rows(
    tx,
    sql<{ id: string }>`
      select person_id as id from report_mail r
      where org_id = app_org() and since < ${toIso(due.since)} and not exists (
        select from report_mail_sent s
        where s.org_id = r.org_id and s.person_id = r.person_id and s.monday = ${due.monday}) order by person_id`,
  );

async function noteMails(
  tx: Tx,
  { orgId, due, now }: { orgId: string; due: DueWeek; now: Instant },
): Promise<void> {
  const people = await peopleWaiting(tx, due);
  const noted = await rows(
    tx,
    sql<{ id: string }>`
      insert into report_mail_sent (org_id, person_id, monday, mail_id)
      select app_org(), g.person_id, ${due.monday}, g.mail_id
      from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(() => newId(now))}::uuid[]) g (person_id, mail_id)
      on conflict do nothing returning person_id as id`,
  );
  await addJobs(
    tx,
    noted.map(({ id }) => ({ name: WEEKLY_JOB, payload: { orgId, personId: id, monday: due.monday } })),
  );
}

interface Waiting {
  readonly mailId: string;
  readonly name: string;
  readonly address: string;
  readonly locale: string | null;
  readonly roles: readonly Role[];
  readonly carrier: string;
}

export type WeeklyParts = Pick<RoomParts, "db" | "clock" | "locales" | "publicUrl">;
export interface Week {
  readonly orgId: string;
  readonly personId: string;
  readonly monday: string;
}

/**
 * Sends one person's mail of one week: composed and sent outside of the transaction that reads, noted once the server took
 * it. A crash in between sends it again under the same id. Whoever switched it off meanwhile, left or lost the permission
 * gets none.
 */
export async function mailWeek(parts: WeeklyParts, mailer: Mailer, week: Week): Promise<void> {
  const { db, clock, locales, publicUrl } = parts;
  const { orgId, personId, monday } = week;
  const mail = await db.as({ orgId }, async (tx) => {
    const waiting = await waitingFor(tx, week);
    if (!waiting || scopeOf({ roles: waiting.roles }, "report:read") === undefined) return undefined;
    const days = weekBefore(monday);
    const timezone = await zoneOf(tx, orgId);
    const all = (await groupsIn(tx, { days, timezone, now: clock() })).find(({ by }) => by === "all");
    if (!all) throw new Error("a report is about something");
    const { mailId, name, address, carrier } = waiting;
    const page = weeklyPage(
      { name, carrier, days, group: all, publicUrl },
      chooseLocale([waiting.locale], locales),
    );
    return { id: mailId, to: { name, address }, fromName: carrier, attachments: [], ...page };
  });
  if (!mail) return;
  await mailer.send(mail);
  await db.as({ orgId }, (tx) =>
    sql`update report_mail_sent set sent_at = ${toIso(clock())}
        where org_id = app_org() and person_id = ${personId} and monday = ${monday}`.execute(tx),
  );
}

const waitingFor = (tx: Tx, { personId, monday }: Week): Promise<Waiting | undefined> =>
  first(
    tx,
    sql<Waiting>`
      select s.mail_id as "mailId", m.name, m.email as address, m.locale, m.roles, o.name as carrier
      from report_mail_sent s
      join report_mail r on r.org_id = s.org_id and r.person_id = s.person_id
      join members m on m.org_id = s.org_id and m.id = s.person_id
      join organization o on o.id = s.org_id
      where s.org_id = app_org() and s.person_id = ${personId} and s.monday = ${monday} and s.sent_at is null
        and m.email is not null`,
  );
