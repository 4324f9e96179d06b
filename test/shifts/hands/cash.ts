import type { CashBody } from "#features/courier/domain/sync/report.ts";
import { dueStateOf, openMinor } from "#features/payments/domain/due.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Phone } from "../phone.ts";
import type { Stop } from "../phone-store.ts";
import type { Data, StoredCash } from "../server-db.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { recorded } from "./recorded.ts";
import { isTheirs } from "./server-proofs.ts";

/** Share of the deliveries that are paid in cash at a stop. */
export const CASH_SHARE = 0.3;

/** Stops at which deliveries are paid in cash, and the ways to pay of that name. */
export const CASH_STOPS = ["collect", "deliver"] as const;

/** Price of every delivery at its booking, and what may be owed of it once its order ended: the price, a fee, nothing. */
export const PRICE = { minor: 900, currency: "EUR" } as const;
export const NEW_PRICES = [900, 600, 400, 0] as const;

/** Cash of the stop as the courier's day shows it; no key where there is none. */
export function cashOf({ cash }: Data, deliveryId: string, kind: string): Pick<Stop, "cash"> {
  const owed = cash.get(deliveryId);
  const state = owed && dueStateOf(owed);
  if (!owed || owed.at !== kind || state === "nothing") return {};
  const minor = state === "received" ? owed.capturedMinor : openMinor(owed);
  return { cash: { amount: { ...PRICE, minor }, isReceived: state === "received" } };
}

/** Takes the money that the stop shows and records it; now and then once more from a page that was left open. */
export async function mayTakeCash(
  parts: { readonly world: World; readonly truth: Truth },
  phone: Phone,
  stop: Stop,
): Promise<void> {
  const { world } = parts;
  const { deliveryId, taskId, cash } = stop;
  if (!cash || cash.isReceived || stop.blocked || !world.dice.chance(0.6)) return;
  const body = { deliveryId, taskId, amount: cash.amount };
  const entry: Entry = { type: "cash", v: 1, body, deliveryId, taskId, label: "cash" };
  if (!(await recorded(parts, phone, [entry]))) return;
  world.say(`${phone.name}: ${phone.user} took ${cash.amount.minor} in cash`);
  const shown = phone.stopsOf(deliveryId).find((one) => one.taskId === taskId);
  if (shown?.cash?.isReceived === false) world.broke(13, "cash that was taken is asked for again");
  if (world.dice.chance(0.1)) await recorded(parts, phone, [entry]);
}

/** Writes that cash was received, as `receive.ts` does. @throws Refusal */
export function receiveCash(
  world: World,
  data: Data,
  user: string,
  { deliveryId: id, amount }: CashBody,
): void {
  const tasks = data.deliveries.get(id)?.tasks ?? [];
  if (!tasks.some((task) => isTheirs(task, user))) throw new Refusal("deliveries.not-found", { id });
  const owed = data.cash.get(id);
  if (!owed) throw new Refusal("payments.none");
  const state = dueStateOf(owed);
  if (state === "nothing") throw new Refusal("payments.nothing-owed");
  if (state === "received" && world.has("cash-once")) throw new Refusal("payments.already-received");
  const open = state === "received" ? amount.minor : openMinor(owed);
  if (amount.minor !== open && world.has("cash-compared"))
    throw new Refusal("payments.due-changed", { dueMinor: open });
  data.cash.set(id, { ...owed, capturedMinor: owed.capturedMinor + amount.minor });
}

/** Sets what is owed for a delivery anew, as long as nobody paid. */
export function reprice({ cash }: Data, id: string, minor: number): void {
  const owed = cash.get(id);
  if (owed && dueStateOf(owed) !== "received")
    cash.set(id, { ...owed, dueMinor: minor, canceledSeen: minor === 0 });
}

export const owedAt = (at: StoredCash["at"]): StoredCash => ({
  at,
  amountMinor: PRICE.minor,
  dueMinor: 0,
  capturedMinor: 0,
  canceledSeen: false,
});
