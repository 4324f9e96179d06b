import * as z from "zod/mini";
import { toStripe } from "#kernel/stripe-amount.ts";
import type { HostedPage, NewHostedPage, Outcome } from "../gateway.ts";
import type { Line } from "./line.ts";
import type { Mark } from "./wire-intent.ts";

export const PAGE_REF = /^cs_[A-Za-z0-9_]{1,200}$/;
const Session = z.object({
  id: z.string().check(z.regex(PAGE_REF)),
  object: z.literal("checkout.session"),
  url: z.nullish(z.string()),
  status: z.enum(["open", "complete", "expired"]),
  payment_intent: z.nullish(z.union([z.string(), z.object({ id: z.string() })])),
  livemode: z.boolean(),
  metadata: z.record(z.string(), z.string()),
});
const Sessions = z.object({ object: z.literal("list"), has_more: z.boolean(), data: z.array(Session) });
const NO_PAGE = { kind: "rejected", code: "no-such-page" } as const;
const LIMIT = 100;
/** 5,000 pages since the payment was made, of whomever: beyond, a person has to look. */
const MAX_PAGES = 50;

export interface PageParts {
  readonly instance: string;
  readonly isLive: boolean;
}

/** A Checkout Session that holds and does not take; its intent is made by Stripe when somebody pays, with our mark. */
export async function openPage(
  line: Line,
  { instance, isLive }: PageParts,
  { key, paymentId, amount, description, returnUrl }: NewHostedPage,
): Promise<Outcome<HostedPage>> {
  const count = toStripe(amount);
  if (count === undefined) return { kind: "rejected", code: "amount-not-representable" };
  const mark: Mark = { payment_id: paymentId, instance };
  const made = await line.ask(
    (stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: "payment",
          // The price is ours, in our currency: another one would be held than the order says.
          adaptive_pricing: { enabled: false },
          allowed_payment_method_types: ["card"],
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: amount.currency.toLowerCase(),
                unit_amount: count,
                product_data: { name: description },
              },
            },
          ],
          payment_intent_data: { capture_method: "manual", metadata: { ...mark } },
          metadata: { ...mark },
          client_reference_id: paymentId,
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: key },
      ),
    (body) => pageIn(body, isLive),
  );
  return settled(made);
}

export async function readPage(line: Line, parts: PageParts, ref: string): Promise<Outcome<HostedPage>> {
  if (!PAGE_REF.test(ref)) return NO_PAGE;
  return settled(
    await line.ask(
      (stripe) => stripe.checkout.sessions.retrieve(ref),
      (body) => pageIn(body, parts.isLive),
    ),
  );
}

/** Ends a page that nobody paid on; one that was paid on stays as it is and is refused. */
export async function endPage(
  line: Line,
  parts: PageParts,
  { key, ref }: { readonly key: string; readonly ref: string },
): Promise<Outcome<HostedPage>> {
  if (!PAGE_REF.test(ref)) return NO_PAGE;
  return settled(
    await line.ask(
      (stripe) => stripe.checkout.sessions.expire(ref, {}, { idempotencyKey: key }),
      (body) => pageIn(body, parts.isLive),
    ),
  );
}

/** The pages that were opened for this payment since it was made, newest first. */
export async function findPages(
  line: Line,
  { instance, isLive }: PageParts,
  paymentId: string,
  sinceS: number,
): Promise<Outcome<readonly HostedPage[]>> {
  const isOurs = ({ metadata }: z.output<typeof Session>): boolean =>
    metadata["payment_id"] === paymentId && metadata["instance"] === instance;
  const found: HostedPage[] = [];
  let after: string | undefined;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const paging = { limit: LIMIT, ...(after !== undefined && { starting_after: after }) };
    const listed: Outcome<z.output<typeof Sessions>> = settled(
      await line.ask(
        (stripe) => stripe.checkout.sessions.list({ created: { gte: sinceS }, ...paging }),
        (body) => Sessions.safeParse(body).data,
      ),
    );
    if (listed.kind === "rejected" || listed.kind === "declined")
      return { kind: "rejected", code: listed.code };
    if (listed.kind !== "ok") return listed;
    const { data, has_more: hasMore } = listed.value;
    found.push(...data.filter(isOurs).flatMap((session) => pageIn(session, isLive) ?? []));
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return { kind: "ok", value: found };
  }
  return { kind: "unknown", reason: "too-many-pages", stored: false };
}

function pageIn(body: unknown, isLive: boolean): HostedPage | undefined {
  const read = Session.safeParse(body);
  if (!read.success || read.data.livemode !== isLive) return undefined;
  const { id, url, status, payment_intent: intent } = read.data;
  return {
    ref: id,
    state: status,
    url: status === "open" ? (url ?? null) : null,
    intentRef: (typeof intent === "string" ? intent : intent?.id) ?? null,
  };
}

/** Pages are not declined. */
const settled = <T>(outcome: Outcome<T>): Outcome<T> =>
  outcome.kind === "declined" ? { kind: "rejected", code: outcome.code } : outcome;
