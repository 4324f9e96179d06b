import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { CARD_HOLD_MS } from "#features/quotes/domain/limits.ts";
import { newId } from "#server/ids.ts";
import type { Safeguards } from "#features/payments/server/base/payment-deps.ts";
import { dice as diceOf, type Dice } from "#test/support/seeds/dice.ts";
import { openAgenda } from "./agenda.ts";
import { openMemoryBank } from "./bank.ts";
import { cleanUp, giveBack } from "./give-back.ts";
import { NO_FAULTS, outagesOf, type Line, type LineFaults } from "./line.ts";
import { openOffice, type HeardJobs } from "./office.ts";
import { ENDS, placeOrder } from "./shop.ts";
import { react } from "./after-taken.ts";
import { collectDebts, followLink, surcharge } from "./debts.ts";
import { pay } from "./payer.ts";
import { collect, finish, giveUp, postNews, checkAfter, checkSoon, type Story } from "./story.ts";
import { openTrace, type Trace } from "./trace.ts";
import { verdictOn } from "./verdict.ts";
import type { WorldConnection } from "./world-db.ts";

export interface RunResult {
  readonly seed: number;
  /** Faults at the end; empty in a good run. */
  readonly wrong: readonly string[];
  readonly crashes: number;
  readonly trace: Trace;
}

/** Tue 2026-06-16 06:00 UTC. */
const BEGIN = Date.UTC(2026, 5, 16, 6);
const FAULTY_MS = 9 * DAY_MS;
const CALM_MS = 4 * DAY_MS;

const NORMAL: LineFaults = {
  lostRequest: 0.05,
  lateRequest: 0.04,
  lostAnswer: 0.06,
  broken: 0.05,
  throttled: 0.02,
};
const HARSH: LineFaults = {
  lostRequest: 0.12,
  lateRequest: 0.1,
  lostAnswer: 0.12,
  broken: 0.15,
  throttled: 0.05,
};

/** One world from its first order to days after the last fault. The same seed is the same story. */
export async function runSeed(
  { connection, heard }: { readonly connection: WorldConnection; readonly heard: HeardJobs },
  seed: number,
  safeguards: Partial<Safeguards> = {},
): Promise<RunResult> {
  const dice = diceOf(seed);
  const agenda = openAgenda(BEGIN + dice.between(0, DAY_MS));
  const trace = openTrace();
  const calmFrom = agenda.now + FAULTY_MS;
  const isFaulty = (): boolean => agenda.now < calmFrom;
  const faults = dice.chance(0.3) ? HARSH : NORMAL;
  const crashShare = faults === HARSH ? 0.12 : 0.05;
  const bank = openMemoryBank({
    clock: () => agenda.now,
    tell: (news) => {
      postNews(story, news, isFaulty());
      react(story, news);
    },
    later: (time, deed) => agenda.at(time, deed),
  });
  const line: Line = {
    agenda,
    dice,
    trace,
    bank,
    faults: () => (isFaulty() ? faults : NO_FAULTS),
    trouble: () => checkSoon(story),
    outages: outagesOf(dice, agenda.now, calmFrom),
  };
  const orgId = randomUUID();
  const payerId = randomUUID();
  const amountMinor = dice.between(100, 20_000);
  const orderId = newId(agenda.now);
  const db = await connection.enter(orgId, (tx) =>
    placeOrder(tx, orgId, agenda.now, { orderId, payerId, amountMinor }),
  );
  const office = openOffice({
    db,
    heard,
    orgId,
    line,
    crashShare: () => (isFaulty() ? crashShare : 0),
    safeguards,
    mailed: (paymentId) => followLink(story, paymentId),
  });
  const story: Story = {
    office,
    line,
    orderId,
    payerId,
    amountMinor,
    sweeps: { isComing: false, inVain: 0 },
    calmFrom,
    wishes: [],
    isHasty: dice.chance(0.2),
  };
  tellStory(story, dice);
  cleanUp(story);
  checkAfter(story, calmFrom, [1, 62, 250, 1_500, 2_000, 4_400]);
  await agenda.run(calmFrom + CALM_MS);
  const { wrong: found, ends } = await verdictOn(db, orgId, agenda.now, bank, story.wishes);
  const wrong = [...found, ...(office.jobsLeft() > 0 ? ["a job is never done"] : [])];
  for (const end of [...ends, wrong.join(", ")]) trace.note(agenda.now, `end ${end}`);
  return { seed, wrong, crashes: office.crashes(), trace };
}

/** Actors with their actions and times. */
function tellStory(story: Story, dice: Dice): void {
  const { agenda } = story.line;
  const first = dice.between(1, 300) * SECOND_MS;
  pay(story, first, "tab 1");
  if (dice.chance(0.3)) pay(story, first + dice.between(0, 400), "tab 1 again");
  if (dice.chance(0.15)) pay(story, first + dice.between(1, 600) * SECOND_MS, "tab 2");
  if (dice.chance(0.15)) giveUp(story, dice.between(1, 16 * 60) * SECOND_MS);
  checkAfter(story, agenda.now + first, [1, 16, 62, 250]);
  checkAfter(story, agenda.now + 15 * MINUTE_MS, [1, 20]);
  collectDebts(story);
  if (!dice.chance(0.06)) tellEnd(story, dice, first);
}

/** How the delivery goes on and ends, and what is asked for and refunded on the way. */
function tellEnd(story: Story, dice: Dice, firstMs: number): void {
  const { agenda } = story.line;
  // Most are done within a day; a courier without a network tells days later.
  const endMs = dice.chance(0.85) ? dice.between(20, 30 * 60) * MINUTE_MS : dice.between(24, 200) * HOUR_MS;
  const end = dice.pick([...ENDS, "delivered", "delivered", "cancelled"] as const);
  const fee = dice.chance(0.5) ? 0 : dice.between(50, story.amountMinor);
  // Collected soon, and on their way for longer than the hold lasts: it is taken before its end.
  if (endMs > CARD_HOLD_MS - DAY_MS && (end !== "cancelled" || dice.chance(0.5))) {
    collect(story, HOUR_MS);
    checkAfter(story, agenda.now + firstMs + CARD_HOLD_MS - 6 * HOUR_MS, [1, 16, 62, 250]);
  }
  if (dice.chance(0.15)) surcharge(story, Math.floor(endMs * (0.3 + dice())));
  finish(story, endMs, end, fee);
  if (dice.chance(0.3)) finish(story, endMs + dice.between(0, 2_000), end, fee);
  if (dice.chance(0.6)) giveBack(story, endMs);
  checkAfter(story, agenda.now + endMs, [1, 16, 250, 1_500]);
}
