import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { hashOf } from "#server/db/hash.ts";
import { decide, giveBack, showDisputes, showRefunds } from "./after-capture.ts";
import { eventsIn } from "./book-of-news.ts";
import type { EventWindow } from "./book-of-news.ts";
import { intentsOf, lockIntent } from "./books.ts";
import type { Answer } from "./books.ts";
import type { Card } from "./cards.ts";
import { carrier } from "./carry.ts";
import type { Call, CarryParts, Keyed } from "./carry.ts";
import { isDead, refuse } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { answer, cancel, capture, confirm, lapse } from "./intent.ts";
import type { BankIntent, Order, Step } from "./intent.ts";
import { publicOf } from "./shown.ts";
import { takeOrder, takeStep } from "./step.ts";

/** The line went dead: nobody knows whether the bank did it. */
export class LineDead extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(`the line: ${fault}`);
    this.fault = fault;
  }
}

export interface Bank {
  open(key: string, order: Order): Promise<Answer>;
  get(id: string): Promise<Answer>;
  find(paymentId: string): Promise<Answer>;
  capture(key: string, order: { id: string; amountMinor: number }): Promise<Answer>;
  cancel(key: string, order: { id: string }): Promise<Answer>;
  /** @param order `mark` is written on the refund */
  refund(key: string, order: { id: string; amountMinor: number; mark: string }): Promise<Answer>;
  refunds(id: string): Promise<Answer>;
  disputes(id: string): Promise<Answer>;
  /** Past events, newest first, as webhooks would carry them. */
  events(page: EventWindow): Promise<Answer>;
  /** Verdict of the card's bank on a dispute; no shop calls it. */
  judge(disputeId: string, verdict: "won" | "lost"): Promise<Answer>;
  /** Called by the browser, which proves itself with the client secret. */
  confirm(id: string, secret: string, card: Card): Promise<Answer>;
  /** The intent as the browser may see it. */
  show(id: string, secret: string): Promise<Answer>;
  /** Whether the form may be drawn at all. */
  session(): Promise<Answer>;
  /** Whether its script comes. */
  script(): Promise<Answer>;
  answer(id: string, secret: string, choice: "approve" | "decline" | "cancel"): Promise<Answer>;
}

export interface BankParts extends CarryParts {
  /** The operator allowed play money where real people come. */
  readonly allowedInProduction: boolean;
}

/** @throws Error in production, unless expressly allowed */
export function refuseProduction(allowed: boolean): void {
  if (process.env["NODE_ENV"] === "production" && !allowed)
    throw new Error("The payment sandbox takes no money and does not start with NODE_ENV=production.");
}

/** A bank with play money, in this process. @throws Error in production, unless expressly allowed */
export function openSandboxBank(parts: BankParts): Bank {
  refuseProduction(parts.allowedInProduction);

  const carry = carrier(parts);
  const serve = async (
    call: Call,
    keyed: Keyed | undefined,
    work: (tx: Tx, now: Instant) => Promise<Answer>,
  ): Promise<Answer> => {
    const { answer, fault } = await carry(call, keyed, work);
    if (fault !== undefined && isDead(fault)) throw new LineDead(fault);
    return answer;
  };
  const step = (id: string, take: (intent: BankIntent, now: Instant) => Step, secret?: string) =>
    async function (tx: Tx, now: Instant): Promise<Answer> {
      const found = await lockIntent(tx, id);
      if (!found || (secret !== undefined && found.clientSecret !== secret))
        return refuse(404, "no_such_intent");
      const done = take(found, now);
      await takeStep(tx, found, done, now);
      const intent = publicOf(done.intent, secret === undefined);
      if (done.error === undefined) return { status: 200, body: { intent } };
      const status = done.intent.declines > found.declines ? 402 : 400;
      return { status, body: { error: { code: done.error, intent } } };
    };

  return {
    open: (key, order) =>
      serve("open", { key, hash: hashOf(order) }, async (tx, now) => {
        const intent = await takeOrder(tx, order, now);
        return { status: 200, body: { intent: publicOf(intent, true) } };
      }),
    get: (id) => serve("get", undefined, step(id, lapse)),
    find: (paymentId) =>
      serve("find", undefined, async (tx) => ({
        status: 200,
        body: { intents: (await intentsOf(tx, paymentId)).map((intent) => publicOf(intent, true)) },
      })),
    capture: (key, order) =>
      serve(
        "capture",
        { key, hash: hashOf(order) },
        step(order.id, (intent, now) => capture(intent, order.amountMinor, now)),
      ),
    cancel: (key, order) => serve("cancel", { key, hash: hashOf(order) }, step(order.id, cancel)),
    refund: (key, order) =>
      serve("refund", { key, hash: hashOf(order) }, (tx, now) => giveBack(tx, order, now)),
    refunds: (id) => serve("refunds", undefined, (tx, now) => showRefunds(tx, id, now)),
    disputes: (id) => serve("disputes", undefined, (tx, now) => showDisputes(tx, id, now)),
    events: (page) =>
      serve("events", undefined, async (tx) => {
        const found = await eventsIn(tx, page);
        return found ? { status: 200, body: found } : refuse(400, "resource_missing");
      }),
    judge: (disputeId, verdict) =>
      serve("judge", undefined, (tx, now) => decide(tx, disputeId, verdict, now)),
    confirm: (id, secret, card) =>
      serve(
        "confirm",
        undefined,
        step(id, (intent, now) => confirm(intent, card, now), secret),
      ),
    show: (id, secret) => serve("get", undefined, step(id, lapse, secret)),
    session: () => serve("session", undefined, nothing),
    script: () => serve("script", undefined, nothing),
    answer: (id, secret, choice) =>
      serve(
        "answer",
        undefined,
        step(id, (intent, now) => answer(intent, choice, now), secret),
      ),
  };
}

const nothing = (): Promise<Answer> => Promise.resolve({ status: 200, body: {} });
