import { sql } from "kysely";
import { expect } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import { ledgerDrift, brokenInvariants } from "#features/books/server/invariants.ts";
import { checkPayments } from "#features/payments/server/check-payments.ts";
import { first } from "#server/db/db.ts";
import { paymentDepsOf } from "./paying.ts";
import type { World } from "../world.ts";

const MOST_MINUTES = 30;

/** Lets minutes go by until every call that was begun has its end; what waits for a later try gets it. */
export async function moneyAtRest(world: World): Promise<void> {
  for (let n = 0; n < MOST_MINUTES; n += 1) {
    await world.settled();
    world.now += MINUTE_MS;
    await checkPayments(paymentDepsOf(world));
    await world.settled();
    if (!(await isWaiting(world))) return;
  }
  throw new Error("an operation found no end");
}

/** Everything has come to rest, and the books say what the rows say. */
export async function expectSound(world: World): Promise<void> {
  await moneyAtRest(world);
  await expectBooks(world);
}

/** The ledger agrees with every payment and the books break no rule. @param laterMs after now: some may take so long */
export async function expectBooks(world: World, laterMs = 0): Promise<void> {
  expect(await world.db.owner((tx) => ledgerDrift(tx))).toEqual([]);
  expect(await world.db.owner((tx) => brokenInvariants(tx, world.now + laterMs))).toEqual([]);
}

const isWaiting = (world: World): Promise<boolean> =>
  world.db.owner(
    async (tx) =>
      (await first(tx, sql`select from payment_op where state in ('pending', 'sent') limit 1`)) !== undefined,
  );
