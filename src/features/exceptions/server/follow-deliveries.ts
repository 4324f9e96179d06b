import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { LEFT_HOWS, leftFrom } from "#features/parcels/domain/left.ts";
import { STEP_EVENTS } from "#features/deliveries/domain/event.ts";
import { type PinCheck, tellMissing } from "#features/proofs/domain/needs.ts";
import { settleLate } from "./check-late.ts";
import { followTries } from "./follow-tries.ts";
import { type NewException, closeException, openException } from "./open-exception.ts";

/** Event of a delivery as its job names it. */
export interface Followed {
  readonly orgId: string;
  readonly deliveryId: string;
  readonly seq: number;
}

interface Happened {
  readonly type: string;
  readonly taskId: string | null;
  readonly courierId: string | null;
  readonly isConflict: boolean;
  readonly proofMissing: string | null;
  readonly pinCheck: PinCheck | null;
  /** Parcels that did not change hands, as `leftText` writes them. */
  readonly left: string | null;
  readonly hasProof: boolean;
  readonly commandId: string;
  /** The last event of the same command: what was reported. */
  readonly report: string;
  readonly occurredAt: Instant;
}

const read = (tx: Tx, { deliveryId, seq }: Followed): Promise<Happened | undefined> =>
  first(
    tx,
    sql<Happened>`
      select e.type, e.data ->> 'taskId' as "taskId", e.data ->> 'courierId' as "courierId",
        e.data ? 'planConflict' as "isConflict", e.data ->> 'proofMissing' as "proofMissing", e.data ->> 'pinCheck' as "pinCheck",
        e.data ->> 'left' as left,
        exists (select from proofs p where p.org_id = e.org_id and p.delivery_id = e.aggregate_id
          and p.task_id = (e.data ->> 'taskId')::uuid) as "hasProof",
        e.command_id as "commandId",
        (select l.type from event l where l.org_id = e.org_id and l.aggregate = e.aggregate
           and l.aggregate_id = e.aggregate_id and l.seq >= e.seq and l.command_id = e.command_id
         order by l.seq desc limit 1) as report,
        e.occurred_at as "occurredAt"
      from event e
      where e.org_id = app_org() and e.aggregate = 'delivery' and e.aggregate_id = ${deliveryId} and e.seq = ${seq}`,
  );

const STEPS = ["started", "arrived", "succeeded", "failed"] as const;
const COMMANDS = { started: "start", arrived: "arrive", succeeded: "succeed", failed: "fail" } as const;

/** Names the command that ends with this event. */
function commandOf(report: string): string {
  for (const names of Object.values(STEP_EVENTS))
    for (const step of STEPS) if (names[step] === report) return COMMANDS[step];
  return "correct";
}

/** The needs that are still not met: a picture may have come before this is read. */
const stillMissing = ({ proofMissing, pinCheck, hasProof }: Happened): string[] =>
  tellMissing(proofMissing?.split(",") ?? [], { pinCheck }).filter(
    (need) => need !== "photo_or_signature" || !hasProof,
  );

/** Opens what became of single parcels at a stop; a correction that speaks of all of them closes it. */
async function followLeft(
  tx: Tx,
  { type, taskId, left }: Happened & { readonly taskId: string },
  about: Omit<NewException, "kind" | "key" | "facts">,
): Promise<void> {
  const key = `parcels:${taskId}`;
  if (type === "delivery.corrected" && about.openedAt !== undefined)
    await closeException(tx, key, about.openedAt);
  const parcels = leftFrom(left);
  if (parcels.length === 0) return;
  const facts = LEFT_HOWS.flatMap((how) => {
    const codes = parcels.filter((one) => one.how === how).map(({ code }) => code);
    return codes.length > 0 ? [[how === "missing" ? "lacking" : how, codes.join(",")]] : [];
  });
  await openException(tx, { ...about, kind: "parcels_left", key, facts: Object.fromEntries(facts) });
}

/** Opens what an event of a delivery says against the plan or the policy of proofs. Run again, it changes nothing. */
export async function followDelivery(db: Db, followed: Followed, now: Instant): Promise<void> {
  const { orgId, deliveryId } = followed;
  await db.as({ orgId }, async (tx) => {
    const happened = await read(tx, followed);
    if (!happened) return;
    const { type, taskId, courierId, isConflict, commandId, report, occurredAt } = happened;
    const about = { deliveryId, taskId, courierId, happenedAt: occurredAt, openedAt: now, command: null };
    if (type === "delivery.taken_over" && isConflict)
      await openException(tx, {
        ...about,
        kind: "plan_conflict",
        // A phone's report opens it under the same key at once.
        key: `command:${commandId}`,
        facts: { type: commandOf(report) },
      });
    if (type === "delivery.taken_over") return;
    if (taskId === null) return followTries(tx, type, about);
    await settleLate(tx, deliveryId, now);
    await followLeft(tx, { ...happened, taskId }, about);
    await followTries(tx, type, about);
    const missing = stillMissing(happened);
    if (missing.length > 0)
      await openException(tx, {
        ...about,
        kind: "proof_missing",
        key: `proof:${taskId}`,
        facts: { missing: missing.join(",") },
      });
  });
}
