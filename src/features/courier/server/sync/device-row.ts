import { sql } from "kysely";
import { closeException } from "#features/exceptions/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import { keptSamples, type ClockSample } from "#kernel/outbox/tap-times.ts";
import { lostWork, missedKey, type SeenDevice, type Waiting } from "../../domain/sync/device.ts";
import { openContradiction } from "./open-contradiction.ts";
import type { Phone } from "./report-row.ts";

interface DeviceCall {
  readonly samples: readonly ClockSample[];
  readonly waiting: Waiting;
  readonly commands: readonly { readonly seq: number }[];
}

interface DeviceRow extends SeenDevice {
  readonly samples: readonly ClockSample[];
  readonly isMissed: boolean;
}

/** Commands of a phone `d` that came without it since its newest call: as a file. */
const BROUGHT = `(select count(*)::int from courier_report r where r.org_id = d.org_id and r.device_id = d.device_id
  and r.user_id = d.user_id and r.seq < d.next_seq and r.received_at > d.last_seen_at and r.verdict <> 'later')`;
/** Pictures that commands of a phone `d` name and that have not come. */
const NAMED = `(select count(*)::int from named_proofs n where n.org_id = d.org_id
  and exists (select from courier_report r where r.org_id = d.org_id and r.task_id = n.task_id
    and r.device_id = d.device_id and r.user_id = d.user_id)
  and not exists (select from proofs p where p.org_id = n.org_id and p.id = n.proof_id))`;
/** Work that the phone alone still has, as far as the office knows; nothing is known of pictures whose command is missing. */
const COMMANDS_LEFT = `greatest(0, d.waiting_commands - ${BROUGHT})`;
const PROOFS_LEFT = `case when ${COMMANDS_LEFT} > 0 then d.waiting_proofs else least(d.waiting_proofs, ${NAMED}) end`;

const columns =
  sql.raw(`d.device_id as device, d.next_seq as "nextSeq", ${COMMANDS_LEFT} as "waitingCommands",
  ${PROOFS_LEFT} as "waitingProofs", d.samples, d.missed_at is not null as "isMissed"`);
const hasLeft = sql.raw(`${COMMANDS_LEFT} + ${PROOFS_LEFT} > 0`);

/** Notes a phone's call, and opens an exception for work that is lost. @returns the samples that count from now on */
export async function noteDevice(tx: Tx, phone: Phone, sent: DeviceCall): Promise<readonly ClockSample[]> {
  const { device, now } = phone;
  const before = await first(
    tx,
    sql<DeviceRow>`select ${columns} from courier_device d
                   where org_id = app_org() and device_id = ${device} and user_id = ${phone.actor.userId} for update`,
  );
  const other = before ? undefined : await missOther(tx, phone);
  const numbersHere = before ? await numbersOf(tx, phone, sent) : 0;
  const seen = {
    device,
    now,
    waiting: sent.waiting,
    before: before ?? null,
    other: other ?? null,
    numbersHere,
  };
  for (const lost of lostWork(seen)) await openContradiction(tx, phone, lost);
  if (before?.isMissed) await closeException(tx, missedKey(device), now);
  const samples = keptSamples(before?.samples ?? [], sent.samples);
  await write(tx, phone, { ...sent, samples });
  return samples;
}

/** The newest other phone of the person with unsent work, which is missed from now on. */
const missOther = (tx: Tx, { actor, device, now }: Phone): Promise<DeviceRow | undefined> =>
  first(
    tx,
    sql<DeviceRow>`
      update courier_device d set missed_at = ${toIso(now)}
      where org_id = app_org() and user_id = ${actor.userId} and device_id = (
        select d.device_id from courier_device d
        where d.org_id = app_org() and d.user_id = ${actor.userId} and d.device_id <> ${device} and d.missed_at is null
          and d.waiting_commands + d.waiting_proofs > 0 and ${hasLeft}
        order by d.last_seen_at desc limit 1)
      returning ${columns}`,
  );

/** Closes what is missed of a phone once all that it had came another way. */
export async function settleMissed(tx: Tx, { actor, device, now }: Omit<Phone, "build">): Promise<void> {
  const done = await first(
    tx,
    sql<{ device: string }>`
      select d.device_id as device from courier_device d
      where d.org_id = app_org() and d.user_id = ${actor.userId} and d.device_id = ${device}
        and d.missed_at is not null and not (${hasLeft})`,
  );
  if (done) await closeException(tx, missedKey(device), now);
}

/** Numbers below the next one that are stored or come with this call. */
async function numbersOf(
  tx: Tx,
  { actor, device }: Phone,
  { waiting, commands }: DeviceCall,
): Promise<number> {
  const row = await first(
    tx,
    sql<{ count: number }>`
      select count(*)::int as count from (
        select seq from courier_report where org_id = app_org() and device_id = ${device}
          and user_id = ${actor.userId} and seq < ${waiting.nextSeq}
        union select * from unnest(${commands.map(({ seq }) => seq)}::int[])) here`,
  );
  return row?.count ?? 0;
}

async function write(
  tx: Tx,
  { actor, device, build, now }: Phone,
  { samples, waiting }: Pick<DeviceCall, "samples" | "waiting">,
): Promise<void> {
  const { commands, proofs, positions, nextSeq } = waiting;
  await sql`
    insert into courier_device (org_id, device_id, user_id, courier_id, build, samples, next_seq, waiting_commands,
      waiting_proofs, waiting_positions, first_seen_at, last_seen_at)
    values (app_org(), ${device}, ${actor.userId}, ${actor.courierId}, ${build}, ${json(samples)}, ${nextSeq},
      ${commands}, ${proofs}, ${positions}, ${toIso(now)}, ${toIso(now)})
    on conflict (org_id, device_id, user_id) do update set courier_id = excluded.courier_id, build = excluded.build,
      samples = excluded.samples, next_seq = excluded.next_seq, waiting_commands = excluded.waiting_commands,
      waiting_proofs = excluded.waiting_proofs, waiting_positions = excluded.waiting_positions,
      last_seen_at = excluded.last_seen_at, missed_at = null`.execute(tx);
}
