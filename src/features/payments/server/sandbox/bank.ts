import { randomBytes } from "node:crypto";
import { exponentOf } from "#kernel/currency.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { hashOf } from "#server/db/hash.ts";
import { complain, decide, giveBack, showDisputes, showRefunds } from "./after-capture.ts";
import { addIntent, answered, intentsOf, keepAnswer, keepStep, lockIntent, takeFault } from "./books.ts";
import type { Answer } from "./books.ts";
import type { Card } from "./cards.ts";
import { answer, cancel, capture, confirm, lapse } from "./intent.ts";
import type { BankIntent, Step } from "./intent.ts";

/** The line went dead: nobody knows whether the bank did it. */
export class LineDead extends Error {}

type Call =
  | "open"
  | "get"
  | "find"
  | "capture"
  | "cancel"
  | "confirm"
  | "answer"
  | "refund"
  | "refunds"
  | "disputes";

export interface Bank {
  open(key: string, order: { paymentId: string; amountMinor: number; currency: string }): Promise<Answer>;
  get(id: string): Promise<Answer>;
  find(paymentId: string): Promise<Answer>;
  capture(key: string, order: { id: string; amountMinor: number }): Promise<Answer>;
  cancel(key: string, order: { id: string }): Promise<Answer>;
  /** @param order `mark` is written on the refund */
  refund(key: string, order: { id: string; amountMinor: number; mark: string }): Promise<Answer>;
  refunds(id: string): Promise<Answer>;
  disputes(id: string): Promise<Answer>;
  /** What the card's bank makes of a dispute; no shop calls it. */
  judge(disputeId: string, verdict: "won" | "lost"): Promise<Answer>;
  /** Called by the browser, which proves itself with the client secret. */
  confirm(id: string, secret: string, card: Card): Promise<Answer>;
  answer(id: string, secret: string, choice: "approve" | "decline" | "cancel"): Promise<Answer>;
}

export interface BankParts {
  readonly db: Db;
  readonly clock: () => Instant;
  /** The operator allowed play money where real people come. */
  readonly allowedInProduction: boolean;
}

/** A bank with play money, in this process. @throws Error in production, unless expressly allowed */
export function openSandboxBank({ db, clock, allowedInProduction }: BankParts): Bank {
  if (process.env["NODE_ENV"] === "production" && !allowedInProduction)
    throw new Error("The payment sandbox takes no money and does not start with NODE_ENV=production.");

  /**
   * Runs one call with its planned fault and, for calls that change something, its idempotency key.
   *
   * Faults are planned by a test or a demo as rows of `sandbox_bank.fault`, for one kind of call or `*`. `drop_request`
   * never arrives; `drop_response` is done, but nobody hears; `error_before` and `error_after` are a 500 that is stored
   * for the key, without and with the deed; `throttle` is a 429, `bad_key` a 401.
   */
  const serve = async (
    call: Call,
    keyed: { key: string; hash: string } | undefined,
    work: (tx: Tx, now: Instant) => Promise<Answer>,
  ): Promise<Answer> => {
    const fault = await db.owner((tx) => takeFault(tx, call));
    if (fault === "drop_request") throw new LineDead("the request was lost");
    if (fault === "throttle") return refuse(429, "rate_limit");
    if (fault === "bad_key") return refuse(401, "invalid_api_key");
    const given = await db.owner(async (tx) => {
      const now = clock();
      const known = keyed && (await answered(tx, keyed.key, keyed.hash));
      if (known === "mismatch") return refuse(400, "idempotency_error");
      if (known) return known;
      const done = fault === "error_before" ? BROKEN : await work(tx, now);
      const said = fault === "error_after" ? BROKEN : done;
      if (keyed) await keepAnswer(tx, keyed.key, keyed.hash, said, now);
      return said;
    });
    if (fault === "drop_response") throw new LineDead("the answer was lost");
    return given;
  };
  const step = (id: string, take: (intent: BankIntent, now: Instant) => Step, secret?: string) =>
    async function (tx: Tx, now: Instant): Promise<Answer> {
      const found = await lockIntent(tx, id);
      if (!found || (secret !== undefined && found.clientSecret !== secret))
        return refuse(404, "no_such_intent");
      const done = take(found, now);
      await keepStep(tx, done, now);
      const intent = publicOf(done.intent, secret === undefined);
      if (done.error === undefined) return { status: 200, body: { intent } };
      const status = done.intent.declines > found.declines ? 402 : 400;
      return { status, body: { error: { code: done.error, intent } } };
    };

  return {
    open: (key, order) =>
      serve("open", { key, hash: hashOf(order) }, async (tx, now) => {
        const id = `pi_${randomBytes(12).toString("hex")}`;
        const clientSecret = `${id}_secret_${randomBytes(16).toString("hex")}`;
        const intent = freshIntent(id, clientSecret, order, now);
        await addIntent(tx, intent);
        return { status: 200, body: { intent: publicOf(intent, true) } };
      }),
    get: (id) => serve("get", undefined, step(id, lapse)),
    find: (paymentId) =>
      serve("find", undefined, async (tx) => ({
        status: 200,
        body: { intents: (await intentsOf(tx, paymentId)).map((intent) => publicOf(intent, true)) },
      })),
    capture: (key, order) =>
      serve("capture", { key, hash: hashOf(order) }, async (tx, at) => {
        const take = step(order.id, (intent, now) => capture(intent, order.amountMinor, now));
        const said = await take(tx, at);
        await complain(tx, order.id, at);
        return said;
      }),
    cancel: (key, order) => serve("cancel", { key, hash: hashOf(order) }, step(order.id, cancel)),
    refund: (key, order) =>
      serve("refund", { key, hash: hashOf(order) }, (tx, now) => giveBack(tx, order, now)),
    refunds: (id) => serve("refunds", undefined, (tx, now) => showRefunds(tx, id, now)),
    disputes: (id) => serve("disputes", undefined, (tx, now) => showDisputes(tx, id, now)),
    judge: (disputeId, verdict) => db.owner((tx) => decide(tx, disputeId, verdict, clock())),
    confirm: (id, secret, card) =>
      serve(
        "confirm",
        undefined,
        step(id, (intent, now) => confirm(intent, card, now), secret),
      ),
    answer: (id, secret, choice) =>
      serve(
        "answer",
        undefined,
        step(id, (intent, now) => answer(intent, choice, now), secret),
      ),
  };
}

const refuse = (status: number, code: string): Answer => ({ status, body: { error: { code } } });
const BROKEN: Answer = refuse(500, "api_error");

const freshIntent = (
  id: string,
  clientSecret: string,
  order: { paymentId: string; amountMinor: number; currency: string },
  now: Instant,
): BankIntent => ({
  ...order,
  id,
  clientSecret,
  status: "requires_card",
  heldMinor: 0,
  capturedMinor: 0,
  cardBrand: null,
  cardLast4: null,
  pending: null,
  decline: null,
  declines: 0,
  captureBefore: null,
  createdAt: now,
});

/** What the bank says of an intent: all of it to the shop, little to a browser. */
function publicOf(intent: BankIntent, toShop: boolean): Record<string, unknown> {
  const { clientSecret, pending: _, ...open } = intent;
  if (toShop) return { ...open, clientSecret };
  return {
    id: open.id,
    status: open.status,
    amountMinor: open.amountMinor,
    currency: open.currency,
    exponent: exponentOf(open.currency),
    decline: open.decline,
  };
}
