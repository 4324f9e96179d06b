import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { countTracks } from "#features/courier/server/public.ts";
import { endedKnowing, picturesBefore } from "#features/deliveries/server/public.ts";
import { countMessages } from "#features/messages/server/public.ts";
import { countOldNotices } from "#features/notices/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import type { Retention as Shown, privacyApi } from "../contract/api.ts";
import {
  DEFAULT_RETENTION,
  forgetBefore,
  KEPT_KINDS,
  type KeptKind,
  type Retention,
} from "../domain/retention.ts";

type Stored = Retention & Pick<Shown, "version" | "changedAt">;

/** The periods of the transaction's organisation. */
export async function retentionOf(tx: Tx): Promise<Stored> {
  const row = await first(
    tx,
    sql<Stored>`
      select version, recipient_days as recipient, sender_days as sender, picture_days as pictures,
        track_days as tracks, message_days as messages, notice_days as notices,
        ${isoText("changed_at")} as "changedAt"
      from retention where org_id = app_org()`,
  );
  return row ?? { version: 0, ...DEFAULT_RETENTION, changedAt: null };
}

/** Most that are counted: enough to see what a period does. */
const MOST_COUNTED = 1_000;

/** Counts by kind what is older than a moment. */
const COUNTS: Readonly<Record<KeptKind, (tx: Tx, before: Instant) => Promise<number>>> = {
  recipient: async (tx, before) => (await endedKnowing(tx, "recipient", before, MOST_COUNTED)).length,
  sender: async (tx, before) => (await endedKnowing(tx, "sender", before, MOST_COUNTED)).length,
  pictures: async (tx, before) => (await picturesBefore(tx, before, MOST_COUNTED)).length,
  tracks: (tx, before) => countTracks(tx, before, MOST_COUNTED),
  messages: (tx, before) => countMessages(tx, before, MOST_COUNTED),
  notices: (tx, before) => countOldNotices(tx, before, MOST_COUNTED),
};

async function dueOf(tx: Tx, retention: Retention, now: Instant): Promise<Shown["due"]> {
  const due = { recipient: 0, sender: 0, pictures: 0, tracks: 0, messages: 0, notices: 0 };
  for (const kind of KEPT_KINDS) {
    const before = forgetBefore(retention, kind, now);
    if (before !== undefined) due[kind] = await COUNTS[kind](tx, before);
  }
  return due;
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
  { version: seen, ...asked }: ParsedOf<typeof privacyApi.editRetention>,
  { actor, now }: Pick<Context, "actor" | "now">,
) {
  const before = await retentionOf(tx);
  if (before.version !== seen) throw new Refusal("privacy.changed-meanwhile", { version: before.version });
  const version = before.version + 1;
  const days = {
    ...asked,
    tracks: asked.tracks ?? before.tracks,
    messages: asked.messages === undefined ? before.messages : asked.messages,
    notices: asked.notices === undefined ? before.notices : asked.notices,
  };
  await sql`
    insert into retention (org_id, version, recipient_days, sender_days, picture_days, track_days, message_days, notice_days,
      changed_at, changed_by)
    values (app_org(), ${version}, ${days.recipient}, ${days.sender}, ${days.pictures}, ${days.tracks}, ${days.messages},
      ${days.notices}, ${toIso(now)}, ${actor.userId ?? null})
    on conflict (org_id) do update set version = excluded.version, recipient_days = excluded.recipient_days,
      sender_days = excluded.sender_days, picture_days = excluded.picture_days, track_days = excluded.track_days,
      message_days = excluded.message_days, notice_days = excluded.notice_days, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`.execute(tx);
  return { version, ...days };
}
