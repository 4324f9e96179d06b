import * as z from "zod/mini";
import type { OpenIntent, Outcome, SavedCards } from "../gateway.ts";
import type { Bank } from "./bank.ts";
import type { Answer } from "./books.ts";

const Cards = z.array(
  z.object({
    id: z.string(),
    brand: z.string(),
    last4: z.string(),
    month: z.int(),
    year: z.int(),
  }),
);
const Holders = z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) }));
const MOST = 5_000;

type Body = Answer["body"];
type Ask = <T>(call: () => Promise<Answer>, read: (body: Body) => T | undefined) => Promise<Outcome<T>>;

const textAt =
  (name: string) =>
  (body: Body): string | undefined =>
    z.string().safeParse(body[name]).data;

/** The port's part about kept cards over the bank in this process. */
export const sandboxCards = (
  bank: Bank,
  ask: Ask,
  oneIntent: (body: Body) => OpenIntent | undefined,
): SavedCards => ({
  enrol: ({ key, personId }) => ask(() => bank.enrol(key, { personId }), textAt("holder")),
  find: (personId, since) =>
    ask(
      () => bank.holders({ since, after: null, limit: MOST }),
      (body) =>
        Holders.safeParse(body["holders"])
          .data?.filter(({ metadata }) => metadata["person_id"] === personId)
          .map(({ id }) => id)
          .toReversed(),
    ),
  bind: ({ key, ref, holder, keep }) =>
    ask(() => bank.bind(key, { id: ref, customerId: holder, keeps: keep !== false }), oneIntent),
  charge: ({ key, paymentId, amount, holder, card }) =>
    ask(
      () =>
        bank.charge(key, {
          paymentId,
          amountMinor: amount.minor,
          currency: amount.currency,
          customerId: holder,
          card,
        }),
      oneIntent,
    ),
  session: ({ key, holder }) => ask(() => bank.cardSession(key, { customerId: holder }), textAt("secret")),
  list: (holder) =>
    ask(
      () => bank.cards(holder),
      (body) => Cards.safeParse(body["cards"]).data?.map(({ id, ...card }) => ({ ref: id, ...card })),
    ),
  detach: ({ key, card }) => ask(() => bank.detach(key, { id: card }), textAt("card")),
});
