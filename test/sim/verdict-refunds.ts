import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { RefundState } from "#features/payments/domain/refund.ts";
import type { BankRefund } from "#engines/sandbox-bank/refund.ts";
import type { Wish } from "./give-back.ts";

/** A refund in our books, with the mark that its operation carries at the bank. */
interface Booked {
  readonly name: string | null;
  readonly state: RefundState;
  readonly minor: number;
  readonly ref: string | null;
  readonly mark: string | null;
  /** The intent that it goes back from. */
  readonly intent: string | null;
}

export const bookedRefunds = (tx: Tx): Promise<Booked[]> =>
  rows(
    tx,
    sql<Booked>`select r.note as name, r.state, r.amount_minor as minor, r.provider_ref as ref, o.id as mark,
        p.provider_ref as intent
      from refund_request r join payment p on p.org_id = r.org_id and p.id = r.payment_id left join payment_op o on o.org_id = r.org_id and o.refund_id = r.id
      where r.org_id = app_org()`,
  );

/** Status that the bank must show of a refund that is so in our books; of all others it shows nothing. */
const AT_BANK: Partial<Record<RefundState, BankRefund["status"]>> = {
  pending: "pending",
  succeeded: "succeeded",
  failed: "failed",
  "by-bank": "failed",
  dropped: "failed",
};
/** States in which a refund may end; one that waits for a second person may wait for ever. */
const ENDS: ReadonlySet<RefundState> = new Set([
  "waiting",
  "declined",
  "succeeded",
  "failed",
  "by-bank",
  "dropped",
]);

const FAILED: ReadonlySet<RefundState> = new Set(["failed", "by-bank", "dropped"]);

/** Refused where no person had asked for it, a refund has failed and never was at the bank. */
const isRefused = (state: RefundState, ref: string | null): boolean =>
  state === "refused" || (ref === null && FAILED.has(state));

/** Faults of the money that went back: as the bank knows it, against what people wished. */
export function wrongWithRefunds(
  wishes: readonly Wish[],
  booked: readonly Booked[],
  bank: readonly BankRefund[],
  isDisputed: (intent: string) => boolean,
): string[] {
  const faults: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && faults.push(what));
  say(
    bank.some(({ mark }) => !booked.some((one) => one.mark === mark)),
    "a refund that nobody asked for",
  );
  for (const wish of wishes) {
    const rowsOfIt = booked.filter(({ name }) => name === wish.name);
    const marks = new Set(rowsOfIt.map(({ mark }) => mark));
    say(bank.filter(({ mark }) => marks.has(mark)).length > 1, "a refund was given twice");
    say(wish.isAccepted && rowsOfIt.length === 0, "an accepted refund is lost");
    say(rowsOfIt.length > 1, "a refund is booked twice");
  }
  for (const one of booked) faults.push(...wrongWithOne(one, bank, isDisputed(one.intent ?? "")));
  return [...new Set(faults)];
}

function wrongWithOne(
  { state, minor, ref, mark }: Booked,
  bank: readonly BankRefund[],
  isDisputed: boolean,
): string[] {
  const faults: string[] = [];
  const say = (isWrong: boolean, what: string): void => void (isWrong && faults.push(what));
  const shown = bank.filter((one) => one.mark === mark);
  // A bank that has the money in dispute gives nothing back.
  say(isRefused(state, ref) && !isDisputed, "an accepted refund was not given");
  say(!ENDS.has(state) && state !== "refused", `a refund is ${state} for ever`);
  const expected = ref === null ? undefined : AT_BANK[state];
  const fits = shown.length === 1 && shown[0]?.status === expected && shown[0]?.amountMinor === minor;
  say(
    expected === undefined ? shown.length > 0 : !fits || shown[0]?.id !== ref,
    `the bank shows a refund otherwise, ${state}`,
  );
  return faults;
}
