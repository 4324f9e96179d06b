import { sql } from "kysely";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { backoffMs } from "../operation.ts";
import type { Holder } from "./holder-row.ts";

/** A call about kept cards, written down before it is made. */
export interface CardOp {
  readonly id: string;
  readonly personId: string;
  readonly provider: string;
  readonly kind: "enrol" | "detach";
  readonly cardRef: string | null;
  readonly state: "pending" | "sent" | "done" | "failed";
  readonly attempt: number;
  readonly idemKey: string;
  readonly outcome: { readonly kind: string; readonly stored?: boolean } | null;
  readonly createdAt: Instant;
  readonly firstSentAt: Instant | null;
  readonly sentAt: Instant | null;
  readonly sends: number;
}

const FIELDS = sql`id, person_id as "personId", provider, kind, card_ref as "cardRef", state, attempt,
  idem_key as "idemKey", outcome, created_at as "createdAt", first_sent_at as "firstSentAt", sent_at as "sentAt", sends`;

/** One enrolment for each time that the provider knew nobody. */
export const enrolKey = ({ personId, provider, turn }: Holder): string =>
  `enrol:${provider}:${personId}:${turn}`;
export const detachKey = ({ personId }: Holder, cardRef: string): string => `detach:${personId}:${cardRef}`;

/** Writes a call, or finds the one that stands under this logical key. */
export async function planCardOp(
  tx: Tx,
  now: Instant,
  plan: Pick<CardOp, "id" | "kind" | "cardRef"> & {
    readonly holder: Holder;
    readonly logicalKey: string;
    readonly instance: string;
  },
): Promise<CardOp> {
  const { personId, provider } = plan.holder;
  await sql`
    insert into card_op (org_id, id, person_id, provider, kind, card_ref, logical_key, state, idem_key, created_at,
                         next_at)
    values (app_org(), ${plan.id}, ${personId}, ${provider}, ${plan.kind}, ${plan.cardRef}, ${plan.logicalKey},
            'pending', ${`${plan.instance}:card:${plan.id}`}, ${toIso(now)}, ${toIso(now)})
    on conflict (org_id, logical_key) do nothing`.execute(tx);
  const op = await cardOpOf(tx, plan.logicalKey);
  if (!op) throw new Error("a call about a card vanished");
  return op;
}

export const cardOpOf = (tx: Tx, logicalKey: string): Promise<CardOp | undefined> =>
  first(
    tx,
    sql<CardOp>`select ${FIELDS} from card_op where org_id = app_org() and logical_key = ${logicalKey}`,
  );

export const lockCardOp = (tx: Tx, id: string): Promise<CardOp | undefined> =>
  first(tx, sql<CardOp>`select ${FIELDS} from card_op where org_id = app_org() and id = ${id} for update`);

export const isOpen = ({ state }: CardOp): boolean => state === "pending" || state === "sent";

/** Marks a call as sent before it leaves. */
export async function markCardSent(tx: Tx, op: CardOp, now: Instant): Promise<void> {
  await sql`
    update card_op
    set state = 'sent', first_sent_at = coalesce(first_sent_at, ${toIso(now)}), sent_at = ${toIso(now)},
        sends = sends + 1, next_at = ${toIso(now + backoffMs(op.sends + 1))}
    where org_id = app_org() and id = ${op.id}`.execute(tx);
}

type Said = Readonly<Record<string, unknown>>;

export async function finishCardOp(
  tx: Tx,
  { id }: CardOp,
  now: Instant,
  state: "done" | "failed",
  outcome: Said,
): Promise<void> {
  await sql`update card_op set state = ${state}, outcome = ${json(outcome)}, done_at = ${toIso(now)}
            where org_id = app_org() and id = ${id}`.execute(tx);
}

/** The same key again later. */
export async function postponeCardOp(tx: Tx, op: CardOp, now: Instant, outcome: Said): Promise<void> {
  await sql`update card_op set outcome = ${json(outcome)}, next_at = ${toIso(now + backoffMs(op.sends))}
            where org_id = app_org() and id = ${op.id}`.execute(tx);
}

/** A fresh key, only after a no, or a read that did not find it done; what was ended begins again. */
export async function renewCardKey(tx: Tx, op: CardOp, instance: string, now: Instant): Promise<void> {
  const attempt = op.attempt + 1;
  await sql`
    update card_op
    set state = 'pending', done_at = null, attempt = ${attempt}, outcome = null, idem_key = ${`${instance}:card:${op.id}:${attempt}`},
        first_sent_at = null, next_at = ${toIso(now)}
    where org_id = app_org() and id = ${op.id}`.execute(tx);
}

/** Calls whose time for another try has come. */
export async function waitingCardOps(
  tx: Tx,
  provider: string,
  now: Instant,
  limit: number,
): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from card_op
      where org_id = app_org() and provider = ${provider} and state in ('pending', 'sent')
        and next_at <= ${toIso(now)} order by next_at limit ${limit}`,
  );
  return found.map(({ id }) => id);
}
