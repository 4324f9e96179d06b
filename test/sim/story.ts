import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Context, RawRequest } from "#server/http/route.ts";
import { abandon } from "#features/deliveries/server/public.ts";
import { signed } from "#engines/sandbox-bank/signature.ts";
import { webhookRoute } from "#features/payments/server/inbox/inbox.ts";
import { reconcileOrganisation } from "#features/books/server/findings/reconcile.ts";
import { catchUp } from "#features/books/server/lists/catch-up.ts";
import { checkOrganisation } from "#features/payments/server/check-payments.ts";
import type { Doer } from "./agenda.ts";
import type { BankNews } from "./bank.ts";
import type { Wish } from "./give-back.ts";
import { WEBHOOK_SECRET } from "./line.ts";
import type { Line } from "./line.ts";
import { eventOf } from "./memory-wire.ts";
import type { Office, Worker } from "./office.ts";
import { isAnythingOpen } from "./open-matters.ts";
import { collectDelivery, endDelivery } from "./shop.ts";
import type { End } from "./shop.ts";
import { writeContext } from "#server/db/tx-context.ts";

export interface Story {
  readonly office: Office;
  readonly line: Line;
  readonly orderId: string;
  readonly payerId: string;
  readonly amountMinor: number;
  readonly sweeps: { isComing: boolean; inVain: number; seldomAt?: Instant };
  /** From here on nothing goes wrong. */
  readonly calmFrom: Instant;
  readonly wishes: Wish[];
  /** Whether the cards' banks release holds before their time here. */
  readonly isHasty: boolean;
}

export const doer = (name: string): Doer => ({ name, isDead: false });
export const contextOf = ({ office, payerId }: Story, { deps }: Worker): Context => ({
  actor: { kind: "person", orgId: office.orgId, userId: payerId, roles: ["sender"], name: "Sam" },
  scope: "own",
  db: deps.db,
  now: deps.clock(),
  requestId: "",
  key: "",
  bookingKey: undefined,
  trackingToken: undefined,
});

/** A customer gives the unpaid order up. */
export function giveUp(story: Story, afterMs: number): void {
  const { office, line, orderId } = story;
  const who = doer("giver-up");
  line.agenda.begin(who, afterMs, async () => {
    const answer = await office.ask(who, (worker) => {
      const { actor, now } = contextOf(story, worker);
      return worker.deps.db.as(actor, (tx) => abandon(writeContext(tx, { actor, now }), orderId));
    });
    line.trace.note(line.agenda.now, `gives up ${answer instanceof Refusal ? answer.code : (answer ?? "")}`);
  });
}

/** The delivery's end; cancelling may be pressed twice. */
export function finish(story: Story, afterMs: number, end: End, feeMinor: number): void {
  const { office, line, orderId } = story;
  const who = doer("courier");
  line.agenda.begin(who, afterMs, async () => {
    line.trace.note(line.agenda.now, `the delivery ends: ${end}`);
    await office.as((tx) => endDelivery(tx, office.orgId, line.agenda.now, orderId, end, feeMinor));
  });
}

/** The parcels are collected, and on their way for long. */
export function collect(story: Story, afterMs: number): void {
  const { office, line, orderId } = story;
  line.agenda.begin(doer("courier"), afterMs, async () => {
    line.trace.note(line.agenda.now, "the parcels are collected");
    await office.as((tx) => collectDelivery(tx, orderId));
  });
}

/** The bank's webhooks: late, twice, lost, and repeated for three days while nobody says 200. */
export function postNews(story: Pick<Story, "office" | "line">, news: BankNews, faults: boolean): void {
  const { agenda, dice } = story.line;
  if (faults && dice.chance(0.2)) return;
  const posts = faults && dice.chance(0.2) ? 2 : 1;
  for (let n = 0; n < posts; n += 1) {
    const late =
      faults && dice.chance(0.1) ? dice.between(1, 3 * 24 * 60) * MINUTE_MS : dice.between(50, 5_000);
    agenda.begin(doer("webhook"), late, () => post(story, news, agenda.now + 3 * DAY_MS));
  }
}

async function post(
  { office, line }: Pick<Story, "office" | "line">,
  news: BankNews,
  until: Instant,
): Promise<void> {
  const { agenda } = line;
  const who = doer("webhook");
  for (let wait = 10 * SECOND_MS; agenda.now < until; wait = Math.min(wait * 4, 8 * HOUR_MS)) {
    const answer = await office.ask(who, ({ deps }) =>
      webhookRoute(deps).run(requestOf(line, news) as RawRequest),
    );
    if (answer !== "lost" && !(answer instanceof Refusal) && answer.status === 200) return;
    await agenda.pause(who, wait);
  }
}

function requestOf({ bank, agenda }: Line, news: BankNews): Pick<RawRequest, "body" | "header" | "address"> {
  const body = Buffer.from(JSON.stringify(eventOf(bank, news)));
  const signature = signed(body, [WEBHOOK_SECRET], agenda.now);
  return { body, header: (name) => (name === "stripe-signature" ? signature : undefined), address: "" };
}

/**
 * The sweeper runs every minute; minutes in which nothing can have become due are left out.
 *
 * @param minutes after the moment
 */
export function checkAfter(story: Story, moment: Instant, minutes: readonly number[]): void {
  for (const after of minutes) story.line.agenda.at(moment + after * MINUTE_MS, () => sweep(story));
}

/** Interval of the rarer jobs; the others run twice as often. */
const SELDOM_MS = 10 * MINUTE_MS;

function sweep({ office, line, sweeps, calmFrom }: Story): void {
  const worker = office.anyWorker();
  if (!worker) return;
  const { agenda } = line;
  const { seldomAt = 0 } = sweeps;
  const isSeldom = agenda.now - seldomAt >= SELDOM_MS;
  const hasCaughtUp = agenda.now < calmFrom || seldomAt >= calmFrom + HOUR_MS;
  if (isSeldom) sweeps.seldomAt = agenda.now;
  agenda.begin(worker, 0, async () => {
    // Measured: nine of ten statements were sweeps that could find nothing.
    if (hasCaughtUp && !(await office.as(isAnythingOpen))) return;
    await checkOrganisation(worker.deps, office.orgId);
    if (!isSeldom) return;
    await catchUp(worker.deps, office.orgId);
    await reconcileOrganisation(worker.deps, office.orgId);
  });
}

/** Something went wrong: a sweep comes soon, and later each time as long as it goes on. */
export function checkSoon(story: Story): void {
  const { sweeps, line } = story;
  if (sweeps.isComing) return;
  sweeps.isComing = true;
  sweeps.inVain += 1;
  const minutes = Math.min(2 ** (sweeps.inVain % 9), 120);
  line.agenda.at(line.agenda.now + minutes * MINUTE_MS, () => {
    sweeps.isComing = false;
    sweep(story);
  });
}
