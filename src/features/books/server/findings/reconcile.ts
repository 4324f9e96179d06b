import { HOUR_MS, MINUTE_MS, type Instant } from "#kernel/instant.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { rereadTaken } from "../lists/catch-up.ts";
import {
  type PaymentDeps,
  closeOutdated,
  heldPayments,
  noteFinding,
  operationsInReview,
  paymentsInReview,
  takeUpAgain,
} from "#features/payments/server/public.ts";
import { askEach } from "./ask-each.ts";
import { checkOrphans } from "./orphans.ts";
import { watchDeclines } from "./watch-declines.ts";
import { BOOKS_PASS } from "./check-books.ts";
import { noteReview } from "./follow-payments.ts";
import { runPass } from "./check-run.ts";

/** Holds that one look asks about, the longest not asked about first. */
const BATCH = 100;
/** The customer's own browser and the sweeper ask about younger ones. */
const YOUNG_MS = 5 * MINUTE_MS;

/** Looks over every organisation's payments for what nobody told. One that fails does not keep the others. */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  for (const id of await organisationIds(deps.db)) await reconcileOrganisation(deps, id);
}

/** As `reconcilePayments`, for one organisation. */
export async function reconcileOrganisation(deps: PaymentDeps, orgId: string): Promise<void> {
  await runPass(deps, orgId, { name: "pull", everyMs: 9 * MINUTE_MS, work: pullHeld });
  await runPass(deps, orgId, { name: "reread", everyMs: HOUR_MS - MINUTE_MS, work: rereadTaken });
  await runPass(deps, orgId, {
    name: "compare",
    source: deps.provider.id,
    everyMs: HOUR_MS - MINUTE_MS,
    work: compare,
  });
  await runPass(deps, orgId, BOOKS_PASS);
}

/** Looks whether cards are being tested, and asks about every hold: one that is gone or taken without us is put right in our books. */
async function pullHeld(deps: PaymentDeps, orgId: string): Promise<void> {
  await watchDeclines(deps, orgId);
  const { id: provider } = deps.provider;
  const before = deps.clock() - YOUNG_MS;
  await askEach(deps, orgId, await deps.db.as({ orgId }, (tx) => heldPayments(tx, provider, before, BATCH)));
}

/** Intents that nobody knows of, and operations that were given to a person: a release is taken up again by itself. */
async function compare(deps: PaymentDeps, orgId: string, readTo: Instant | null): Promise<Instant> {
  const began = deps.clock();
  const reviewed = await deps.db.as({ orgId }, (tx) => operationsInReview(tx, deps.provider.id));
  let takenUp = 0;
  for (const { id, paymentId, kind } of reviewed) {
    // Ending at the provider is safe to be done again.
    const isTurn = kind === "cancel" && (takenUp += 1) <= BATCH;
    const isFixed = isTurn && (await takeUpAgain(deps, orgId, id));
    await deps.db.as({ orgId }, (tx) =>
      noteFinding(tx, deps.clock(), {
        kind: "operation-review",
        about: id,
        paymentId,
        facts: { operation: kind },
        isFixed,
      }),
    );
  }
  await deps.db.as({ orgId }, async (tx) => {
    await closeOutdated({ tx, now: deps.clock() }, "operation-review", began, { provider: deps.provider.id });
    for (const payment of await paymentsInReview(tx, deps.provider.id))
      await noteReview(tx, deps.clock(), payment);
    await closeOutdated({ tx, now: deps.clock() }, "payment-review", began, { provider: deps.provider.id });
  });
  return checkOrphans(deps, orgId, readTo);
}
