import { HOUR_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { NOT_THERE } from "../gateway.ts";
import type { Outcome, SavedCards } from "../gateway.ts";
import { KEY_TRUSTED_MS, isForPerson } from "../operation.ts";
import type { Desk } from "../run-operation.ts";
import { finishCardOp, isOpen, lockCardOp, markCardSent, postponeCardOp, renewCardKey } from "./card-op.ts";
import type { CardOp } from "./card-op.ts";
import { holderOf, nameHolder, renewTurn } from "./holder-row.ts";

/** Clocks differ, and a holder is made after its call was written down. */
const SLACK_MS = HOUR_MS;

/** Carries out one written-down call: mark as sent and commit; call outside any transaction; take the answer in. */
export async function runCardOp(desk: Desk, orgId: string, opId: string): Promise<void> {
  const { savedCards } = desk.provider;
  if (!savedCards) return;
  const op = await desk.db.as({ orgId }, (tx) => claim(desk, tx, opId));
  if (!op) return;
  const answer = mustRead(op, desk.clock())
    ? await readFirst(desk, orgId, savedCards, op)
    : await send(desk, orgId, savedCards, op);
  if (answer) await desk.db.as({ orgId }, (tx) => conclude(desk, tx, opId, answer));
}

async function claim(desk: Desk, tx: Tx, opId: string): Promise<CardOp | undefined> {
  const op = await lockCardOp(tx, opId);
  if (!op || !isOpen(op) || op.provider !== desk.provider.id) return undefined;
  if (!mustRead(op, desk.clock())) await markCardSent(tx, op, desk.clock());
  return op;
}

/** The provider would repeat a stored error for ever, or may have forgotten the key. */
const mustRead = (op: CardOp, now: Instant): boolean =>
  op.outcome?.stored === true || (op.firstSentAt !== null && now - op.firstSentAt > KEY_TRUSTED_MS);

const send = (desk: Desk, orgId: string, cards: SavedCards, op: CardOp): Promise<Outcome<string>> =>
  op.kind === "enrol"
    ? cards.enrol({ key: op.idemKey, personId: op.personId })
    : detach(desk, orgId, cards, op);

/** A card that the provider does not hold for them is let go of: that was wanted. Any other no is one. */
async function detach(desk: Desk, orgId: string, cards: SavedCards, op: CardOp): Promise<Outcome<string>> {
  const card = op.cardRef ?? "";
  const gone = { kind: "ok", value: card } as const;
  const answer = await cards.detach({ key: op.idemKey, card });
  if (answer.kind !== "rejected") return answer;
  if (answer.code === NOT_THERE) return gone;
  const holder = await namedHolder(desk, orgId, op.personId);
  const held = holder === undefined ? undefined : await cards.list(holder);
  return held?.kind === "ok" && !held.value.some(({ ref }) => ref === card) ? gone : answer;
}

/** No money moves here: a late packet names somebody twice, or removes a card once. @returns what was found; nothing where a new key went out */
async function readFirst(
  desk: Desk,
  orgId: string,
  cards: SavedCards,
  op: CardOp,
): Promise<Outcome<string> | undefined> {
  if (op.kind === "enrol") {
    const found = await cards.find(op.personId, op.createdAt - SLACK_MS);
    if (found.kind !== "ok") return { kind: "unknown", reason: "unread", stored: true };
    const [ref] = found.value;
    if (ref !== undefined) return { kind: "ok", value: ref };
  }
  await desk.db.as({ orgId }, async (tx) => {
    const standing = await lockCardOp(tx, op.id);
    if (standing && isOpen(standing) && standing.attempt === op.attempt)
      await renewCardKey(tx, standing, desk.instance, desk.clock());
  });
  await runCardOp(desk, orgId, op.id);
  return undefined;
}

async function conclude(desk: Desk, tx: Tx, opId: string, answer: Outcome<string>): Promise<void> {
  const now = desk.clock();
  const op = await lockCardOp(tx, opId);
  if (!op || !isOpen(op)) return;
  if (answer.kind === "ok") {
    if (op.kind === "enrol") await nameHolder(tx, op, answer.value);
    return finishCardOp(tx, op, now, "done", { kind: "ok" });
  }
  const isOver = answer.kind === "declined" || answer.kind === "rejected" || isForPerson(op, now);
  // A no is repeated for its key; it was heard, so nothing of that key is on its way.
  if (op.kind === "detach" && answer.kind === "rejected") await renewCardKey(tx, op, desk.instance, now);
  // A card is to be gone, however long that takes; an enrolment is given up, and the next wish begins anew.
  if (op.kind === "detach" || !isOver) return postponeCardOp(tx, op, now, { ...answer });
  await renewTurn(tx, op);
  return finishCardOp(tx, op, now, "failed", { ...answer });
}

/** Whom the provider keeps cards for, once it answered. */
export const namedHolder = (desk: Desk, orgId: string, personId: string): Promise<string | undefined> =>
  desk.db.as(
    { orgId },
    async (tx) => (await holderOf(tx, { personId, provider: desk.provider.id }))?.ref ?? undefined,
  );
