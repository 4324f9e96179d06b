import * as z from "zod/mini";
import type { Instant } from "#kernel/instant.ts";
import type { Outcome, SavedCard, SavedCards } from "../gateway.ts";
import type { Line } from "./line.ts";

const HOLDER_REF = /^cus_[A-Za-z0-9_]{1,200}$/;
const CARD_REF = /^(pm|card|src)_[A-Za-z0-9_]{1,200}$/;
const Customer = z.object({
  id: z.string().check(z.regex(HOLDER_REF)),
  object: z.literal("customer"),
  metadata: z.record(z.string(), z.string()),
});
const Customers = z.object({ object: z.literal("list"), has_more: z.boolean(), data: z.array(Customer) });
const Method = z.object({
  id: z.string().check(z.regex(CARD_REF)),
  object: z.literal("payment_method"),
  card: z.nullish(z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })),
});
const Methods = z.object({ object: z.literal("list"), data: z.array(Method) });
const Session = z.object({
  object: z.literal("customer_session"),
  client_secret: z.string().check(z.minLength(1)),
});
/** Whether these can be names of a customer and of a card. */
export const isCardOf = (holder: string, card: string): boolean =>
  HOLDER_REF.test(holder) && CARD_REF.test(card);
const GONE = { kind: "rejected", code: "resource_missing" } as const;
const LIMIT = 100;
/** 5,000 people since the call was written down: beyond, a person has to look. */
const MAX_PAGES = 50;
/** Stripe's form shows no more. */
const MOST_SHOWN = 10;

/** Stripe's customers and the cards attached to them. `bind` and `charge` are an intent's, and done where those are. */
export function stripeCards(line: Line, instance: string): Omit<SavedCards, "bind" | "charge"> {
  return {
    // Neither name nor address: Stripe is to know a number alone.
    enrol: ({ key, personId }) =>
      line.ask(
        (stripe) =>
          stripe.customers.create({ metadata: { person_id: personId, instance } }, { idempotencyKey: key }),
        (body) => Customer.safeParse(body).data?.id,
      ),
    find: (personId, since) =>
      findHolders(line, since, (marks) => marks["person_id"] === personId && marks["instance"] === instance),
    session: ({ key, holder }) =>
      HOLDER_REF.test(holder)
        ? line.ask(
            (stripe) => stripe.customerSessions.create(sessionOf(holder), { idempotencyKey: key }),
            (body) => Session.safeParse(body).data?.client_secret,
          )
        : Promise.resolve(GONE),
    list: (holder) =>
      HOLDER_REF.test(holder)
        ? line.ask(
            (stripe) => stripe.customers.listPaymentMethods(holder, { type: "card", limit: LIMIT }),
            cardsIn,
          )
        : Promise.resolve(GONE),
    detach: ({ key, card }) =>
      CARD_REF.test(card)
        ? line.ask(
            (stripe) => stripe.paymentMethods.detach(card, {}, { idempotencyKey: key }),
            (body) => Method.safeParse(body).data?.id,
          )
        : Promise.resolve(GONE),
  };
}

/**
 * The form shows the cards and nothing more: whether one is kept is asked by our own box, and cards are let go of on our
 * own page. None is attached without that box, so all of them may be shown.
 */
const sessionOf = (customer: string) => ({
  customer,
  components: {
    payment_element: {
      enabled: true,
      features: {
        payment_method_redisplay: "enabled" as const,
        payment_method_redisplay_limit: MOST_SHOWN,
        payment_method_allow_redisplay_filters: [
          "always" as const,
          "limited" as const,
          "unspecified" as const,
        ],
        payment_method_save: "disabled" as const,
        payment_method_remove: "disabled" as const,
      },
    },
  },
});

function cardsIn(body: unknown): readonly SavedCard[] | undefined {
  const read = Methods.safeParse(body);
  return read.data?.data.flatMap(({ id, card }) =>
    card
      ? [{ ref: id, brand: card.brand, last4: card.last4, month: card.exp_month, year: card.exp_year }]
      : [],
  );
}

/** Read page by page, newest first: a search would not find what was made just now. */
async function findHolders(
  line: Line,
  since: Instant,
  isTheirs: (metadata: Readonly<Record<string, string>>) => boolean,
): Promise<Outcome<readonly string[]>> {
  const created = { gte: Math.floor(since / 1000) };
  const found: string[] = [];
  let after: string | undefined;
  for (let n = 0; n < MAX_PAGES; n += 1) {
    const page: Outcome<z.output<typeof Customers>> = await line.ask(
      (stripe) =>
        stripe.customers.list({
          created,
          limit: LIMIT,
          ...(after !== undefined && { starting_after: after }),
        }),
      (body) => Customers.safeParse(body).data,
    );
    if (page.kind === "declined") return { kind: "rejected", code: page.code };
    if (page.kind === "rejected") return { kind: "rejected", code: page.code };
    if (page.kind !== "ok") return page;
    for (const { id, metadata } of page.value.data) if (isTheirs(metadata)) found.unshift(id);
    after = page.value.data.at(-1)?.id;
    if (!page.value.has_more || after === undefined) return { kind: "ok", value: found };
  }
  return { kind: "unknown", reason: "too-many-customers", stored: false };
}
