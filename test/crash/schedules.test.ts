import fc from "fast-check";
import { expect, test } from "vitest";
import { openLane } from "#test/support/seeds/schedule-lane.ts";
import { testSeed } from "#test/support/seeds/test-seed.ts";

/** One run's seed can be given to see it again: `WAYBILL_TEST_SEED=7`. */
const SEED = testSeed();
/** All 10,000 took 698 s on two cores shared with five other suites: `npm run schedules`. Every run of the tests plays some. */
const SCHEDULES = Number(process.env["WAYBILL_TEST_SCHEDULES"] ?? 1_000);
/** Each has a database of its own; together they keep two cores busy. */
const LANES = 4;
const TELL_EVERY = 1_000;

const FAULTS = [
  undefined,
  undefined,
  "drop_request",
  "drop_response",
  "error_before",
  "error_after",
] as const;

const plot = fc.record({ gaveUp: fc.boolean(), expires: fc.boolean(), fault: fc.constantFrom(...FAULTS) });

/** Ended unpaid, with nothing held any more; or booked on one hold, then captured once with one receipt. */
function allowedEnds(amount: number): string[] {
  const one = "deliveries 1 confirmations 1";
  const none = "deliveries 0 confirmations 0";
  const unpaid = ["cancelled", "expired"].flatMap((order) => [
    `${order}, none ${none} settles 0 receipts 0, nothing`,
    // An opening that never left this server goes with its order; the bank never hears of it.
    `${order}, voided ${none} settles 0 receipts 0, nothing`,
    `${order}, voided ${none} settles 1 receipts 0, canceled`,
    `${order}, voided ${none} settles 1 receipts 0, canceled hold ${amount} release ${amount}`,
  ]);
  const held = `authorized ${one} settles 0 receipts 0, requires_capture hold ${amount}`;
  const taken = `captured ${one} settles 1 receipts 1, succeeded hold ${amount} capture ${amount}`;
  return [...unpaid, `confirmed, ${held} then confirmed, ${taken}`];
}

test(
  `${SCHEDULES} schedules of return page, three webhooks, poller, double click, cancel and expiry: one hold, one capture, one receipt`,
  { timeout: 3_600_000, retry: 0 },
  async () => {
    process.stdout.write(`payment schedules: seed ${SEED}\n`);
    const started = performance.now();
    const ends: Record<string, number> = {};
    let played = 0;
    const count = (end: string): void => {
      ends[end] = (ends[end] ?? 0) + 1;
      played += 1;
      if (played % TELL_EVERY === 0)
        process.stdout.write(`payment schedules: ${played} of ${SCHEDULES} played\n`);
    };
    const lane = async (nth: number): Promise<void> => {
      const stand = await openLane();
      const one = fc.asyncProperty(fc.scheduler(), plot, async (scheduler, what) => {
        const { booked, settled } = await stand.play(scheduler, what);
        count(booked.order);
        const seen = [booked, settled].flatMap((end) =>
          end ? [`${end.order}, ${end.ours}, ${end.bank}`] : [],
        );
        expect(allowedEnds(booked.amount)).toContain(seen.join(" then "));
      });
      await fc.assert(one, { numRuns: Math.ceil(SCHEDULES / LANES), seed: SEED + nth, endOnFailure: true });
      expect(await stand.broken()).toEqual([]);
      await stand.close();
    };
    await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)));
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`payment schedules: ${SCHEDULES} in ${seconds} s, ${JSON.stringify(ends)}\n`);
    expect(Object.keys(ends).toSorted()).toEqual(["cancelled", "confirmed", "expired"]);
  },
);
