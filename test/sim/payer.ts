import { SECOND_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { checkPayment } from "#features/payments/server/check.ts";
import { openPayment } from "#features/payments/server/open.ts";
import type { Doer } from "./agenda.ts";
import type { Line } from "./line.ts";
import type { Worker } from "./office.ts";
import { contextOf, doer } from "./story.ts";
import type { Story } from "./story.ts";

const APPROVED = "4242424242424242";
const ASKS = "4000002760003184";
/** The first is sent back by the card's bank days after it was given, the second is on its way for days. */
const [RETURNS, TAKES_DAYS] = ["4000000000005126", "4000000000007726"];
const CARDS = [APPROVED, RETURNS, TAKES_DAYS, ASKS, "4000000000000002", "4000008400001629"];
/** Their holders want back what was taken: two take it, one asks. */
const DISPUTED = ["4000000000000259", "4000000000002685", "4000000000001976"];

/**
 * A customer in one tab: opens the payment, hands over cards until one
 * is taken, and perhaps stays to see it.
 *
 * @param paymentId the one that a link leads to; without it the one that waits
 */
export function pay(story: Story, afterMs: number, tab: string, paymentId?: string): void {
  const { office, line, orderId } = story;
  const { agenda, dice } = line;
  const who = doer(tab);
  agenda.begin(who, afterMs, async () => {
    const ref = await opened(story, who, paymentId);
    if (ref === undefined) return;
    if (!(await handOver(line, who, ref))) return;
    // The tab is closed, or the answer is waited for.
    for (let looks = 0; looks < 3 && dice.chance(0.6); looks += 1) {
      await office.ask(who, (worker) =>
        checkPayment(worker.deps, contextOf(story, worker), { id: orderId, paymentId }),
      );
      await agenda.pause(who, dice.between(1, 20) * SECOND_MS);
    }
  });
}

const ASK_AGAIN: ReadonlySet<string> = new Set(["payments.provider-silent", "payments.paying-elsewhere"]);

/** @returns the intent that a card can be handed over for */
async function opened(story: Story, who: Doer, paymentId: string | undefined): Promise<string | undefined> {
  const { office, line } = story;
  const { agenda, dice, trace } = line;
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await office.ask(who, (worker) => openHere(story, worker, paymentId));
    const said = answer instanceof Refusal ? answer.code : typeof answer;
    trace.note(agenda.now, `${who.name} open ${said}`);
    if (answer instanceof Refusal && !ASK_AGAIN.has(said)) return undefined;
    if (answer !== "lost" && !(answer instanceof Refusal)) return answer.ref;
    await agenda.pause(who, dice.between(2, 120) * SECOND_MS);
  }
  return undefined;
}

interface Opened {
  readonly ref: string | undefined;
}

async function openHere(story: Story, worker: Worker, paymentId?: string): Promise<Opened> {
  const here = story.line.dice.chance(0.5);
  const { clientSecret } = await openPayment(worker.deps, contextOf(story, worker), story.orderId, {
    here,
    paymentId,
  });
  return { ref: clientSecret.split("_secret_")[0] };
}

/** Cards, until one is taken or the customer gives up. @returns false where nobody comes back from the bank's window */
async function handOver(line: Line, who: Doer, ref: string): Promise<boolean> {
  const { agenda, dice, bank, trace } = line;
  for (let tries = 0; tries < 6; tries += 1) {
    await agenda.pause(who, dice.between(3, 90) * SECOND_MS);
    const card = dice.pick(dice.chance(0.12) ? DISPUTED : CARDS);
    let said = bank.confirm(ref, card);
    if (said.value?.status === "requires_action") {
      if (dice.chance(0.15)) return false;
      await agenda.pause(who, dice.between(5, 900) * SECOND_MS);
      said = bank.answer(ref, dice.pick(["approve", "approve", "decline", "cancel"]));
    }
    trace.note(
      agenda.now,
      `${who.name} card ${card.slice(-4)} ${said.value?.status ?? ""} ${said.code ?? ""}`,
    );
    if (said.value?.status !== "requires_card" || dice.chance(0.2)) break;
  }
  return true;
}
