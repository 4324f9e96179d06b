import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import type { WordLocale } from "#kernel/locale.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { NoticeExample, NoticeTemplate, noticesApi } from "../contract/api.ts";
import { NOTICES, WORDED_WAYS, type Notice, type Way, type WordedWay } from "../domain/notices.ts";
import { type Template, unknownPlaceholders } from "../domain/template.ts";
import { readExample } from "./example.ts";
import { NOTICE_WORDS } from "./words.ts";

interface Which {
  readonly notice: Notice;
  readonly way: WordedWay;
  readonly language: WordLocale;
}

/** Waybill's own wording. A notification says what the subject of a mail says: it names nobody. */
export function ownWording({ notice, way, language }: Omit<Which, "way"> & { readonly way: Way }): Template {
  const words = NOTICE_WORDS[language].notices[notice];
  if (way === "push") return { subject: "", body: words.subject };
  return way === "mail" ? { subject: words.subject, body: words.mail } : { subject: "", body: words.sms };
}

interface Row extends Template, Pick<Which, "notice" | "way"> {
  readonly version: number;
}

const changedIn = (tx: Tx, language: WordLocale): Promise<Row[]> =>
  rows(
    tx,
    sql<Row>`select notice, way, version, subject, body from notice_template
             where org_id = app_org() and language = ${language}`,
  );

/** The wording that a message is made of. */
async function readTemplate(tx: Tx, which: Which): Promise<Template & { readonly version: number }> {
  const changed = await first(
    tx,
    sql<Row>`select notice, way, version, subject, body from notice_template
             where org_id = app_org() and notice = ${which.notice} and way = ${which.way}
               and language = ${which.language}`,
  );
  return changed ?? { ...ownWording(which), version: 0 };
}

export const readTemplates = (
  { language }: { readonly language: WordLocale },
  context: Context,
  publicUrl: string,
): Promise<{ templates: NoticeTemplate[]; example: NoticeExample }> =>
  context.db.read(context.actor, async (tx) => {
    const changed = await changedIn(tx, language);
    const templates = NOTICES.flatMap((notice) =>
      WORDED_WAYS.map((way): NoticeTemplate => {
        const one = changed.find((row) => row.notice === notice && row.way === way);
        const { subject, body, version } = one ?? { ...ownWording({ notice, way, language }), version: 0 };
        return { notice, way, language, version, subject, body };
      }),
    );
    return { templates, example: await readExample(tx, { language, now: context.now, publicUrl }) };
  });

/** @throws Refusal `notices.unknown-placeholder`, `notices.subject-missing` with the field */
export function mustFill({ notice, way }: Pick<Which, "notice" | "way">, wording: Template, at = ""): void {
  if (way === "mail" && wording.subject === "")
    throw new Refusal("notices.subject-missing", { field: `${at}subject` });
  for (const field of ["subject", "body"] as const) {
    const [name] = unknownPlaceholders(notice, wording[field]);
    if (name !== undefined)
      throw new Refusal("notices.unknown-placeholder", { field: `${at}${field}`, name });
  }
}

type Input = ParsedOf<typeof noticesApi.editNoticeTemplate>;

/** @throws Refusal `notices.unknown-placeholder`, `notices.subject-missing`, `notices.changed-meanwhile` */
export function editTemplate(input: Input, context: Context): Promise<NoticeTemplate> {
  const { actor } = context;
  const { notice, way, language, wording } = input;
  const which = { notice, way, language };
  if (wording) mustFill(which, wording, "wording.");
  return context.db.as(actor, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`notice templates ${actor.orgId}`}, 0))`.execute(
      tx,
    );
    await change(tx, context, {
      type: "editNoticeTemplate",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        const { version } = await readTemplate(tx, which);
        if (version !== input.version) throw new Refusal("notices.changed-meanwhile", { version });
        await writeTemplate(tx, context, input);
        return which;
      },
      event: (data) => ({
        aggregate: "notice-templates",
        type: "notice-template.edited",
        data: { ...data },
        audience: { staff: true },
      }),
    });
    const { subject, body, version } = await readTemplate(tx, which);
    return { ...which, subject, body, version };
  });
}

async function writeTemplate(tx: Tx, { actor, now }: Context, input: Input): Promise<void> {
  const { notice, way, language, wording, version } = input;
  if (!wording) {
    await sql`delete from notice_template where org_id = app_org() and notice = ${notice} and way = ${way}
                and language = ${language}`.execute(tx);
    return;
  }
  const subject = way === "mail" ? wording.subject : "";
  await sql`
    insert into notice_template (org_id, notice, way, language, version, subject, body, changed_at, changed_by)
    values (app_org(), ${notice}, ${way}, ${language}, ${version + 1}, ${subject}, ${wording.body}, ${toIso(now)},
      ${actor.userId ?? null})
    on conflict (org_id, notice, way, language) do update set version = excluded.version,
      subject = excluded.subject, body = excluded.body, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`.execute(tx);
}
