/** Ways to pay without a card: in cash where the parcel is collected or delivered, or by an invoice. */
export const PAY_WAYS = ["cash-collection", "cash-delivery", "invoice"] as const;
export type PayWay = (typeof PAY_WAYS)[number];

/** The debtor: the sender, except for cash on delivery. */
export const owedBy = (kind: string | null): "sender" | "recipient" =>
  kind === "cash-delivery" ? "recipient" : "sender";

/** At which stop a courier takes cash; `undefined` where none does. */
export const cashStop = (kind: string): "collect" | "deliver" | undefined =>
  kind === "cash-collection" ? "collect" : kind === "cash-delivery" ? "deliver" : undefined;

type Owing = Readonly<
  Record<"amountMinor" | "dueMinor" | "capturedMinor", number> & { canceledSeen: boolean }
>;

export type DueState = "promised" | "due" | "received" | "nothing";

export function dueStateOf({ dueMinor, capturedMinor, canceledSeen }: Owing): DueState {
  if (capturedMinor > 0) return "received";
  if (canceledSeen) return "nothing";
  return dueMinor > 0 ? "due" : "promised";
}

export function openMinor(owing: Owing): number {
  const state = dueStateOf(owing);
  if (state === "due") return owing.dueMinor;
  return state === "promised" ? owing.amountMinor : 0;
}
