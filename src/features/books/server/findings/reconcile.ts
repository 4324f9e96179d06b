import { sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { rereadTaken } from "../lists/reread.ts";
import type { Desk } from "#features/payments/server/public.ts";
import {
  askEach,
  closeGone,
  heldPayments,
  noteFinding,
  noteReview,
  operationsInReview,
  paymentsInReview,
  sweepOrphans,
  takeUpAgain,
  watchDeclines,
} from "#features/payments/server/public.ts";
import { BOOKS_PASS } from "./check-books.ts";
import { runPass } from "./pass.ts";

/** Holds that one look asks about, the longest not asked about first. */
const BATCH = 100;
/** The customer's own browser and the sweeper ask about younger ones. */
const YOUNG_MS = 5 * MINUTE_MS;

/** Looks over every organisation's payments for what nobody told. One that fails does not keep the others. */
export async function reconcilePayments(desk: Desk): Promise<void> {
  const orgs = await desk.db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id } of orgs) await reconcileOrganisation(desk, id);
}

/** As `reconcilePayments`, for one organisation. */
export async function reconcileOrganisation(desk: Desk, orgId: string): Promise<void> {
  await runPass(desk, orgId, { name: "pull", everyMs: 9 * MINUTE_MS, work: pullHeld });
  await runPass(desk, orgId, { name: "reread", everyMs: HOUR_MS - MINUTE_MS, work: rereadTaken });
  await runPass(desk, orgId, { name: "compare", everyMs: HOUR_MS - MINUTE_MS, work: compare });
  await runPass(desk, orgId, BOOKS_PASS);
}

/** Looks whether cards are being tested, and asks about every hold: one that is gone or taken without us is put right in our books. */
async function pullHeld(desk: Desk, orgId: string): Promise<void> {
  await watchDeclines(desk, orgId);
  const { id: provider } = desk.provider;
  const before = desk.clock() - YOUNG_MS;
  await askEach(desk, orgId, await desk.db.as({ orgId }, (tx) => heldPayments(tx, provider, before, BATCH)));
}

/** Intents that nobody knows of, and operations that were given to a person: a release is taken up again by itself. */
async function compare(desk: Desk, orgId: string, readTo: Instant | null): Promise<Instant> {
  const began = desk.clock();
  const reviewed = await desk.db.as({ orgId }, (tx) => operationsInReview(tx, desk.provider.id));
  let takenUp = 0;
  for (const { id, paymentId, kind } of reviewed) {
    // Ending at the provider is safe to be done again.
    const isTurn = kind === "cancel" && (takenUp += 1) <= BATCH;
    const isFixed = isTurn && (await takeUpAgain(desk, orgId, id));
    await desk.db.as({ orgId }, (tx) =>
      noteFinding(tx, desk.clock(), {
        kind: "operation-review",
        about: id,
        paymentId,
        facts: { operation: kind },
        isFixed,
      }),
    );
  }
  await desk.db.as({ orgId }, async (tx) => {
    await closeGone(tx, desk.clock(), "operation-review", began, { provider: desk.provider.id });
    for (const payment of await paymentsInReview(tx, desk.provider.id))
      await noteReview(tx, desk.clock(), payment);
    await closeGone(tx, desk.clock(), "payment-review", began, { provider: desk.provider.id });
  });
  return sweepOrphans(desk, orgId, readTo);
}
