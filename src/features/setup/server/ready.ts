import { sql } from "kysely";
import { areaJson } from "#features/places/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import { openMailer } from "#server/mail/mailer.ts";
import type { Installation, RoomParts } from "#server/room.ts";
import type { Ready } from "../contract/api.ts";
import { type ReadyFacts, readyRows } from "../domain/ready.ts";
import { writePassed } from "./read-setup.ts";

type Kept = Pick<
  ReadyFacts,
  "isOpen" | "hasMap" | "hasOwnPrices" | "hasLaterPrices" | "admins" | "postgres" | "hasMailed"
>;
type Parts = Pick<RoomParts, "installation" | "publicUrl" | "mail" | "dataFolder" | "log">;

/** An installation of which nothing is said. */
const BARE: Installation = {
  hasOwnProvider: false,
  money: "pretended",
  hasMailServer: false,
  trustsProxy: false,
  backsUp: false,
  lastBackup: () => Promise.resolve(undefined),
  freeBytes: () => 0,
  openSecrets: () => [],
};

/** Reads the running configuration and the database, and judges both. */
export async function readReady({ installation = BARE, publicUrl }: Parts, context: Context): Promise<Ready> {
  const { db, actor, now } = context;
  const kept = await db.read(actor, (tx) =>
    first(
      tx,
      sql<Kept>`select coalesce(jsonb_array_length(a.area -> 'hours' -> 'weekly') > 0, false) as "isOpen",
          exists (select from places) as "hasMap",
          exists (select from price_lists where published_by is not null) as "hasOwnPrices",
          coalesce((select prices_later from price_lists order by version desc limit 1), false) as "hasLaterPrices",
          (select count(*)::int from members where 'org-admin' = any (roles)) as admins,
          exists (select from setup_progress where step = 'mail') as "hasMailed",
          current_setting('server_version_num')::int / 10000 as postgres
        from (select ${areaJson()}::jsonb as area) a`,
    ),
  );
  if (!kept) throw new Error("a statement without its row");
  const { lastBackup, freeBytes, openSecrets, ...settings } = installation;
  const last = await lastBackup();
  const rows = readyRows({
    ...kept,
    ...settings,
    publicUrl,
    backupAgeMs: last === undefined ? null : now - last,
    freeBytes: freeBytes(),
    openSecrets: openSecrets(),
  });
  return { rows: rows.map(({ facts, ...row }) => ({ ...row, facts: { ...facts } })) };
}

/**
 * Sends a mail to the caller's own address, outside of any transaction, and notes that it was taken.
 *
 * @throws Refusal `setup.no-mail-server`, `setup.no-address`, `setup.mail-refused`
 */
export async function sendTestMail(parts: Parts, context: Context): Promise<Ready> {
  const { db, actor, key } = context;
  const { mail } = parts;
  if (mail?.url === undefined) throw new Refusal("setup.no-mail-server");
  const me = await db.read(actor, (tx) =>
    first(
      tx,
      sql<{ name: string; email: string | null; org: string }>`
        select m.name, m.email, o.name as org from members m join organization o on o.id = m.org_id
        where m.id = ${actor.userId ?? null}::uuid`,
    ),
  );
  if (!me?.email) throw new Refusal("setup.no-address");
  const text = `${me.org}: ✓ ${parts.publicUrl}`;
  try {
    await openMailer(mail, parts).send({
      id: key,
      to: { name: me.name, address: me.email },
      fromName: me.org,
      subject: `${me.org} ✓`,
      text: `${text}\n`,
      html: `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`,
      attachments: [],
    });
  } catch (error) {
    parts.log.warn({ code: codeOf(error) }, "the test mail was not taken");
    throw new Refusal("setup.mail-refused");
  }
  await db.as(actor, (tx) =>
    change(tx, context, {
      type: "sendTestMail",
      aggregateId: actor.orgId,
      body: {},
      write: async () => {
        await writePassed(tx, "mail", context);
        return {};
      },
      event: (data) => ({
        aggregate: "organisation",
        type: "setup.mail-taken",
        data,
        audience: { staff: true },
      }),
    }),
  );
  return readReady(parts, context);
}

/** The library's short word for what went wrong; what the server said may name people. */
const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "no clear answer";
