import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, json } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { keptSamples } from "../../domain/sync/clock.ts";
import type { ClockSample } from "../../domain/sync/clock.ts";
import type { Phone } from "./report-row.ts";

/** Counts that a phone sends beside its commands. */
export interface Waiting {
  readonly commands: number;
  readonly proofs: number;
  readonly positions: number;
  readonly nextSeq: number;
  readonly withdrawn: number;
}

/** A phone as it was at its call before. */
export interface DeviceRow {
  readonly samples: readonly ClockSample[];
  readonly nextSeq: number;
  readonly waitingCommands: number;
  readonly lastSeenAt: Instant;
}

/** Notes a phone's call. @returns the samples that count from now on, and the phone as it was before */
export async function noteDevice(
  tx: Tx,
  { actor, device, build, now }: Phone,
  sent: { readonly samples: readonly ClockSample[]; readonly waiting: Waiting },
): Promise<{ readonly samples: readonly ClockSample[]; readonly before: DeviceRow | undefined }> {
  const { userId, courierId } = actor;
  const before = await first(
    tx,
    sql<DeviceRow>`
      select samples, next_seq as "nextSeq", waiting_commands as "waitingCommands", last_seen_at as "lastSeenAt"
      from courier_device where org_id = app_org() and device_id = ${device} and user_id = ${userId} for update`,
  );
  const samples = keptSamples(before?.samples ?? [], sent.samples);
  const { commands, proofs, positions, nextSeq } = sent.waiting;
  await sql`
    insert into courier_device (org_id, device_id, user_id, courier_id, build, samples, next_seq, waiting_commands,
      waiting_proofs, waiting_positions, first_seen_at, last_seen_at)
    values (app_org(), ${device}, ${userId}, ${courierId}, ${build}, ${json(samples)}, ${nextSeq}, ${commands}, ${proofs},
      ${positions}, ${toIso(now)}, ${toIso(now)})
    on conflict (org_id, device_id, user_id) do update set courier_id = excluded.courier_id, build = excluded.build,
      samples = excluded.samples, next_seq = excluded.next_seq, waiting_commands = excluded.waiting_commands,
      waiting_proofs = excluded.waiting_proofs, waiting_positions = excluded.waiting_positions,
      last_seen_at = excluded.last_seen_at`.execute(tx);
  return { samples, before };
}
