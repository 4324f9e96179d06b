import { randomBytes } from "node:crypto";
import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { addIntent, keepStep } from "./books.ts";
import { complain } from "./after-capture.ts";
import { addCharge, chargesOf } from "./event-store.ts";
import { freshIntent } from "./intent.ts";
import type { BankIntent, Order, Step } from "./intent.ts";
import { chargeAfter, eventAfter } from "./news.ts";
import { newName, storeEvent } from "./store-event.ts";
import { wireIntent } from "./wire.ts";

/** Opens an intent in the books. */
export async function takeOrder(tx: Tx, order: Order, now: Instant): Promise<BankIntent> {
  const id = newName("pi");
  const secret = `${id}_secret_${randomBytes(16).toString("hex")}`;
  const intent = freshIntent(order, { id, clientSecret: secret }, now);
  await addIntent(tx, intent);
  await tell(tx, "payment_intent.created", intent, now);
  return intent;
}

/** Writes a step into the books, with the card's bank's answer and the news that it makes. */
export async function takeStep(tx: Tx, before: BankIntent, step: Step, now: Instant): Promise<void> {
  if (step.intent === before && step.movements.length === 0) return;
  await keepStep(tx, step, now);
  const charge = chargeAfter(before, step);
  if (charge) await addCharge(tx, step.intent.id, { ...charge, id: newName("ch"), createdAt: now });
  const type = eventAfter(before, step);
  if (type !== undefined) await tell(tx, type, step.intent, now);
  if (type === "payment_intent.succeeded") await complain(tx, step.intent.id, now);
}

async function tell(tx: Tx, type: string, intent: BankIntent, now: Instant): Promise<void> {
  await storeEvent({ tx, now }, type, intent.id, wireIntent(intent, await chargesOf(tx, intent.id), false));
}
