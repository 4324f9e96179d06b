import { expect } from "vitest";
import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";
import type { CrashNode, CrashStand } from "#test/support/processes/crash-stand.ts";
import {
  booksOf,
  comeToRest,
  expectCaptured,
  expectReleased,
  handOver,
  tellNews,
} from "#test/support/processes/cut-booking.ts";
import type { Booking } from "#test/support/processes/cut-booking.ts";
import type { Call } from "#engines/sandbox-bank/carry.ts";
import type { Fault } from "#engines/sandbox-bank/faults.ts";

interface Cut {
  readonly row: string;
  /** Point at which the process kills itself. */
  readonly at: string;
  /** Faults of the bank in the next calls; Stripe's library sends a cut call a second time by itself. */
  readonly faults?: readonly (readonly [Call, Fault, number])[];
  readonly outageMs?: number;
  /** Whether the customer comes back to finish. */
  readonly goesOn?: false;
  readonly ends: (stand: CrashStand, booking: Booking, survivor: CrashNode) => Promise<void>;
}

const charged: Cut["ends"] = (stand, booking) => expectCaptured(stand, booking);

/** Booked without anybody coming back; delivered now. Old news, doubled and backwards, change nothing afterwards. */
const deliveredLater: Cut["ends"] = async (stand, booking, survivor) => {
  expect((await booksOf(stand, booking)).ours).toMatchObject({ state: "authorized", order: "confirmed" });
  await handOver(stand, booking);
  await comeToRest(stand, survivor);
  await charged(stand, booking, survivor);
  stand.world.now += 3 * DAY_MS;
  const old = [-1, -2, -3, -1, -2, -3];
  for (const nth of old) expect(await tellNews(stand, survivor, booking, nth)).toBe(200);
  await comeToRest(stand, survivor);
  await charged(stand, booking, survivor);
};

/** The bank repeats what it was not answered: one row, one effect. */
const toldAgain: Cut["ends"] = async (stand, booking, survivor) => {
  const answers = await Promise.all([1, 2, 3].map(() => tellNews(stand, survivor, booking)));
  expect(answers).toEqual([200, 200, 200]);
  await deliveredLater(stand, booking, survivor);
};

const LOST = ["capture", "drop_request", 2] as const;
const UNHEARD = ["capture", "drop_response", 2] as const;
const LONG = 25 * HOUR_MS;

/** The crash points of the design's table (payments.md 6.8) at which a process dies, by their numbers there. */
export const CUTS: readonly Cut[] = [
  { row: "1 before the booking's commit", at: "open:planning", ends: charged },
  { row: "2 after the commit, before the operation is claimed", at: "open:planned", ends: charged },
  { row: "2 a settling decided and not begun", at: "settle:decided", ends: charged },
  { row: "3 marked as sent before the request leaves", at: "capture:sent", ends: charged },
  { row: "3 an opening marked as sent", at: "open:sent", ends: charged },
  { row: "4 the request is lost", at: "capture:answered", faults: [LOST], ends: charged },
  { row: "5 executed, the answer lost", at: "capture:answered", faults: [UNHEARD], ends: charged },
  {
    row: "6 executed, then a 500 that is said for ever",
    at: "capture:answered",
    faults: [["capture", "error_after", 1]],
    ends: charged,
  },
  { row: "7 the answer came, death before its commit", at: "capture:concluding", ends: charged },
  { row: "7 an opening answered, death before its commit", at: "open:concluding", ends: charged },
  {
    row: "8 a day without us, the key forgotten, and it had been executed",
    at: "capture:answered",
    faults: [UNHEARD],
    outageMs: LONG,
    ends: charged,
  },
  {
    row: "8 a day without us, the key forgotten, and it had not been executed",
    at: "capture:answered",
    faults: [LOST],
    outageMs: LONG,
    ends: charged,
  },
  {
    row: "9 an intent whose secret was never given out",
    at: "open:answered",
    outageMs: LONG,
    goesOn: false,
    ends: (stand, booking) => expectReleased(stand, booking, false),
  },
  { row: "10 the card is held, nobody comes back", at: "pull:read", goesOn: false, ends: deliveredLater },
  { row: "11 the news dies with its hearer", at: "news:hearing", goesOn: false, ends: deliveredLater },
  { row: "13 the news is noted, the bank not answered", at: "news:noted", goesOn: false, ends: toldAgain },
  { row: "14 the news is noted and not followed", at: "news:following", goesOn: false, ends: deliveredLater },
  {
    row: "17 a capture unknown while the hold ends",
    at: "capture:answered",
    faults: [LOST],
    outageMs: 8 * DAY_MS,
    ends: async (stand, booking) => {
      await expectReleased(stand, booking, true);
      expect((await booksOf(stand, booking)).ours?.state).toBe("expired");
    },
  },
];
