import type { Instant } from "#kernel/instant.ts";
import type { Tx } from "#server/db/db.ts";
import { decide } from "./after-capture.ts";
import { lockIntent } from "./books.ts";
import type { Answer, Fault } from "./faults.ts";
import type { Card } from "./cards.ts";
import { carrier } from "./carry.ts";
import type { Call, CarryParts } from "./carry.ts";
import { isDead, refuse } from "./faults.ts";
import { answer, confirm, lapse } from "./intent.ts";
import type { BankIntent, Step } from "./intent.ts";
import { publicOf } from "./shown.ts";
import { takeStep } from "./step.ts";

/** The line went dead: nobody knows whether the bank did it. */
export class LineDead extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(`the line: ${fault}`);
    this.fault = fault;
  }
}

/** The bank as card holders and its own staff reach it. Shops call it as they call Stripe. */
export interface Bank {
  /** An intent as it stands. */
  get(id: string): Promise<Answer>;
  /** Decides a dispute, as the card's bank does; no shop calls it. */
  judge(disputeId: string, verdict: "won" | "lost"): Promise<Answer>;
  /** Called by the browser, which proves itself with the client secret. */
  confirm(id: string, secret: string, card: Card): Promise<Answer>;
  /** Whether the form may be drawn at all. */
  session(): Promise<Answer>;
  /** Whether one of its scripts comes. */
  script(which: "script" | "frame" | "form"): Promise<Answer>;
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
  const serve = async (call: Call, work: (tx: Tx, now: Instant) => Promise<Answer>): Promise<Answer> => {
    const { answer, fault } = await carry(call, undefined, work);
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
    get: (id) => serve("get", step(id, lapse)),
    judge: (disputeId, verdict) => serve("judge", (tx, now) => decide(tx, disputeId, verdict, now)),
    confirm: (id, secret, card) =>
      serve(
        "confirm",
        step(id, (intent, now) => confirm(intent, card, now), secret),
      ),
    session: () => serve("session", nothing),
    script: (which) => serve(which, nothing),
    answer: (id, secret, choice) =>
      serve(
        "answer",
        step(id, (intent, now) => answer(intent, choice, now), secret),
      ),
  };
}

const nothing = (): Promise<Answer> => Promise.resolve({ status: 200, body: {} });
