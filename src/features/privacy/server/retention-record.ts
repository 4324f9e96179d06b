import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { endedKnowing, picturesBefore } from "#features/deliveries/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { Retention as Shown, privacyApi } from "../contract/api.ts";
import { DEFAULT_RETENTION, forgetBefore, type KeptKind, type Retention } from "../domain/retention.ts";

type Stored = Retention & Pick<Shown, "version" | "changedAt">;

/** The periods of the transaction's organisation. */
export async function retentionOf(tx: Tx): Promise<Stored> {
  const row = await first(
    tx,
    sql<Stored>`
      select version, recipient_days as recipient, sender_days as sender, picture_days as pictures,
        ${isoText("changed_at")} as "changedAt"
      from retention where org_id = app_org()`,
  );
  return row ?? { version: 0, ...DEFAULT_RETENTION, changedAt: null };
}

/** Most that are counted: enough to see what a period does. */
const MOST_COUNTED = 1_000;

async function dueOf(tx: Tx, retention: Retention, now: Instant): Promise<Shown["due"]> {
  const count = async (kind: KeptKind): Promise<number> => {
    const before = forgetBefore(retention, kind, now);
    if (before === undefined) return 0;
    const found =
      kind === "pictures"
        ? await picturesBefore(tx, before, MOST_COUNTED)
        : await endedKnowing(tx, kind, before, MOST_COUNTED);
    return found.length;
  };
  return {
    recipient: await count("recipient"),
    sender: await count("sender"),
    pictures: await count("pictures"),
  };
}

const shown = async (tx: Tx, now: Instant): Promise<Shown> => {
  const retention = await retentionOf(tx);
  return { ...retention, due: await dueOf(tx, retention, now) };
};

export const readRetention = ({ db, actor, now }: Context): Promise<Shown> =>
  db.read(actor, (tx) => shown(tx, now));

/** Sets the periods. @throws Refusal `privacy.changed-meanwhile` */
export function editRetention(
  input: ParsedOf<typeof privacyApi.editRetention>,
  context: Context,
): Promise<Shown> {
  const { actor, now } = context;
  return context.db.as(actor, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`retention ${actor.orgId}`}, 0))`.execute(tx);
    await change(tx, context, {
      type: "editRetention",
      aggregateId: actor.orgId,
      body: input,
      write: () => write(tx, input, context),
      event: (data) => ({
        aggregate: "retention",
        type: "retention.edited",
        data,
        audience: { staff: true },
      }),
    });
    return shown(tx, now);
  });
}

async function write(
  tx: Tx,
  { version: seen, recipient, sender, pictures }: ParsedOf<typeof privacyApi.editRetention>,
  { actor, now }: Pick<Context, "actor" | "now">,
) {
  const before = await retentionOf(tx);
  if (before.version !== seen) throw new Refusal("privacy.changed-meanwhile", { version: before.version });
  const version = before.version + 1;
  await sql`
    insert into retention (org_id, version, recipient_days, sender_days, picture_days, changed_at, changed_by)
    values (app_org(), ${version}, ${recipient}, ${sender}, ${pictures}, ${toIso(now)}, ${actor.userId ?? null})
    on conflict (org_id) do update set version = excluded.version, recipient_days = excluded.recipient_days,
      sender_days = excluded.sender_days, picture_days = excluded.picture_days, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`.execute(tx);
  return { version, recipient, sender, pictures };
}
