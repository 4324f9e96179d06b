import type Stripe from "stripe";
import type {
  DisputeSnapshot,
  Outcome,
  RefundOrder,
  RefundSnapshot,
} from "#features/payments/server/public.ts";
import { toCardUnits } from "#features/payments/server/public.ts";
import type { Line } from "./line.ts";
import { disputePage, refundOf, refundPage } from "./wire-after.ts";
import type { Page } from "./wire-after.ts";

const PAGE = 100;
/** A payment has a handful of each; beyond this a person has to look. */
const MAX_PAGES = 20;
export const INTENT_REF = /^pi_[A-Za-z0-9_]{1,200}$/;

/** Gives back a part of what was taken; the operation's name is on the refund and its key in the header. */
export async function sendRefund(
  line: Line,
  instance: string,
  { key, ref, opId, amount }: RefundOrder,
): Promise<Outcome<RefundSnapshot>> {
  const count = toCardUnits(amount);
  if (count === undefined) return { kind: "rejected", code: "amount-not-representable" };
  if (!INTENT_REF.test(ref)) return { kind: "rejected", code: "no-such-intent" };
  const given = await line.ask(
    (stripe) =>
      stripe.refunds.create(
        { payment_intent: ref, amount: count, metadata: { op_id: opId, instance } },
        { idempotencyKey: key },
      ),
    (body) => refundOf(body, instance),
  );
  return given.kind === "declined" ? { kind: "rejected", code: given.code } : given;
}

export const readRefunds = (
  line: Line,
  instance: string,
  ref: string,
): Promise<Outcome<readonly RefundSnapshot[]>> =>
  readPages(
    ref,
    line,
    (stripe, paging) => stripe.refunds.list({ payment_intent: ref, ...paging }),
    (body) => refundPage(body, instance),
  );

export const readDisputes = (line: Line, ref: string): Promise<Outcome<readonly DisputeSnapshot[]>> =>
  readPages(
    ref,
    line,
    (stripe, paging) => stripe.disputes.list({ payment_intent: ref, ...paging }),
    disputePage,
  );

async function readPages<T>(
  ref: string,
  line: Line,
  call: (stripe: Stripe, paging: { limit: number; starting_after?: string }) => Promise<unknown>,
  read: (body: unknown) => Page<T> | undefined,
): Promise<Outcome<readonly T[]>> {
  if (!INTENT_REF.test(ref)) return { kind: "rejected", code: "no-such-intent" };
  const found: T[] = [];
  let after: string | undefined;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const paging = { limit: PAGE, ...(after !== undefined && { starting_after: after }) };
    const page: Outcome<Page<T>> = await line.ask((stripe) => call(stripe, paging), read);
    if (page.kind === "declined") return { kind: "rejected", code: page.code };
    if (page.kind === "rejected") return { kind: "rejected", code: page.code };
    if (page.kind !== "ok") return page;
    found.push(...page.value.items);
    after = page.value.next;
    if (after === undefined) return { kind: "ok", value: found.toReversed() };
  }
  return { kind: "unknown", reason: "too-many-pages", stored: false };
}
