import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { Refusal } from "#kernel/refusal.ts";
import { resolveFinding } from "#features/books/server/findings/resolve-finding.ts";
import { agreeToCashBack } from "#features/debts/server/refund-cash.ts";
import { paymentsOf } from "#features/payments/server/base/payment-row.ts";
import { askRefund } from "#features/payments/server/refunds/ask-refund.ts";
import { closeReturned, decideOnRefund } from "#features/payments/server/refunds/decide-refund.ts";
import { refundsOf } from "#features/payments/server/base/refund-row.ts";
import type { Worker } from "./office.ts";
import { operator } from "./operator.ts";
import { doer } from "./story.ts";
import type { Story } from "./story.ts";
import { openFindings } from "./open-matters.ts";

/** One opening of the refund form: whatever is pressed in it, how often, it is one refund. */
export interface Wish {
  /** Written as the refund's note, by which it is known again. */
  readonly name: string;
  readonly minor: number;
  /** Somebody read that it was taken down. */
  isAccepted: boolean;
}

/** Everybody who gives money back: who asks, who asks too, who agrees, who brings home what came back. */
export function giveBack(story: Story, fromMs: number): void {
  const { dice } = story.line;
  const first = fromMs + dice.between(5, 3 * 24 * 60) * MINUTE_MS;
  openForm(story, first, "operator 1", dice.chance(0.4));
  if (dice.chance(0.35))
    openForm(story, first + dice.between(0, dice.pick([2_000, 20 * MINUTE_MS])), "operator 2", false);
  if (dice.chance(0.4))
    openForm(story, first + dice.between(1, 40) * HOUR_MS, "operator 1 later", dice.chance(0.2));
}

function openForm(story: Story, afterMs: number, name: string, isDoubleClick: boolean): void {
  const { line, office, orderId, wishes } = story;
  const { agenda, dice } = line;
  const who = doer(name);
  // Days without a fault are left after the last wish, so that each comes to its end.
  const latestMs = story.calmFrom + 12 * HOUR_MS - agenda.now;
  agenda.begin(who, Math.min(afterMs, latestMs), async () => {
    const all = await office.as((tx) => paymentsOf(tx, orderId));
    const taken = all.filter(({ capturedMinor }) => capturedMinor > 0);
    if (taken.length === 0) return;
    const payment = dice.pick(taken);
    const left = payment.capturedMinor - payment.refundReservedMinor;
    const minor = dice.chance(0.4) ? left : dice.between(1, payment.capturedMinor);
    if (minor === 0) return;
    const wish: Wish = { name: `wish ${wishes.length + 1}`, minor, isAccepted: false };
    wishes.push(wish);
    const asked = {
      id: randomUUID(),
      paymentId: payment.id,
      amount: money(minor, payment.currency),
      reason: "late" as const,
      note: wish.name,
    };
    if (isDoubleClick)
      agenda.begin(doer(`${name} again`), dice.between(0, 400), () => ask(story, wish, asked, name));
    await ask(story, wish, asked, name);
  });
}

type Asked = Parameters<typeof askRefund>[1];

/** Presses the button, and again with the same id as long as nobody answers. */
async function ask(story: Story, wish: Wish, asked: Asked, name: string): Promise<void> {
  const { office, line } = story;
  const { agenda, dice, trace } = line;
  const who = doer(name);
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await office.ask(who, (worker) =>
      askRefund(worker.deps, asked, operator(story, worker, 1)),
    );
    const said = answer instanceof Refusal ? answer.code : typeof answer === "string" ? answer : answer.state;
    trace.note(agenda.now, `${name} asks for ${wish.name} of ${wish.minor}: ${said}`);
    if (answer !== "lost") {
      if (!(answer instanceof Refusal)) wish.isAccepted = true;
      if (said === "waiting") decideLater(story, asked.id);
      return;
    }
    await agenda.pause(who, dice.between(2, 120) * SECOND_MS);
  }
}

/** A second person agrees or declines, perhaps pressing twice, perhaps against a third one. */
function decideLater(story: Story, id: string): void {
  const { dice } = story.line;
  if (dice.chance(0.1)) return;
  const after = dice.between(1, 12 * 60) * MINUTE_MS;
  decide(story, id, after, 2, dice.chance(0.8));
  if (dice.chance(0.3)) decide(story, id, after + dice.between(0, 500), 2, true);
  if (dice.chance(0.3)) decide(story, id, after + dice.between(0, 500), 3, dice.chance(0.5));
}

function decide(story: Story, id: string, afterMs: number, nth: number, agree: boolean): void {
  const { office, line } = story;
  const { agenda, dice, trace } = line;
  const who = doer(`approver ${nth}`);
  agenda.begin(who, afterMs, async () => {
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await office.ask(who, (worker) =>
        decideOnRefund({ deps: worker.deps, agreeToCashBack }, { id, agree }, operator(story, worker, nth)),
      );
      const said =
        answer instanceof Refusal ? answer.code : typeof answer === "string" ? answer : answer.state;
      trace.note(agenda.now, `${who.name} says ${agree ? "yes" : "no"}: ${said}`);
      if (answer !== "lost") return;
      await agenda.pause(who, dice.between(2, 120) * SECOND_MS);
    }
  });
}

/** After the faults a person goes through what is left for one: unclear operations, and refunds that came back. */
export function cleanUp(story: Story): void {
  const { office, line, calmFrom } = story;
  for (const afterMs of [26 * HOUR_MS, 40 * HOUR_MS])
    at(story, calmFrom + afterMs, async (worker) => {
      const open = await office.as((tx) => openFindings(tx));
      for (const id of open)
        await resolveFinding(worker.deps, { id, fix: "retry" }, operator(story, worker, 4));
    });
  at(story, calmFrom + 3 * DAY_MS, async (worker) => {
    const all = await office.as((tx) => paymentsOf(tx, story.orderId));
    const given = await office.as(async (tx) => {
      const found = [];
      for (const { id } of all) found.push(...(await refundsOf(tx, id)));
      return found;
    });
    for (const { id } of given.filter(({ state }) => state === "failed"))
      await closeReturned(
        { id, by: line.dice.pick(["bank", "nobody"] as const) },
        operator(story, worker, 4),
      );
  });
}

function at(story: Story, time: Instant, work: (worker: Worker) => Promise<void>): void {
  const { line, office } = story;
  const who = doer("finance");
  line.agenda.at(time, () => line.agenda.begin(who, 0, async () => void (await office.ask(who, work))));
}
