import { sql } from "kysely";
import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { isGone } from "#server/db/out-of-reach.ts";
import { rows } from "#server/db/db.ts";
import { pull } from "../check.ts";
import { closeGone, noteFinding } from "./finding-row.ts";
import { forgetNews } from "../inbox-row.ts";
import { brokenInvariants } from "../invariants.ts";
import { operationsInReview, takeUpAgain } from "./mend-operation.ts";
import { sweepOrphans } from "./orphans.ts";
import { runPass } from "./pass.ts";
import { heldPayments, noteAsked } from "../payment-lists.ts";
import type { PaymentRow } from "../payment-row.ts";
import type { Desk } from "../run-operation.ts";

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
  await runPass(desk, orgId, { name: "compare", everyMs: HOUR_MS - MINUTE_MS, work: compare });
  await runPass(desk, orgId, { name: "invariants", everyMs: HOUR_MS - MINUTE_MS, work: checkInvariants });
}

/** Asks about every hold: one that is gone or taken without us is put right in our books. */
async function pullHeld(desk: Desk, orgId: string): Promise<void> {
  const { id: provider } = desk.provider;
  const before = desk.clock() - YOUNG_MS;
  const held = await desk.db.as({ orgId }, (tx) => heldPayments(tx, provider, before, BATCH));
  for (const payment of held) {
    try {
      await pullOne(desk, orgId, payment);
    } catch (error) {
      // Whoever brings no answer goes to the end of the line, so that one payment never keeps the others.
      await desk.db.as({ orgId }, (tx) => noteAsked(tx, payment.id, desk.clock()));
      if (error instanceof Refusal || isGone(error)) throw error;
      desk.log.error({ paymentId: payment.id, error }, "a payment could not be asked about");
    }
  }
}

async function pullOne(desk: Desk, orgId: string, payment: PaymentRow): Promise<void> {
  const after = await pull(desk, orgId, payment);
  await desk.db.as({ orgId }, async (tx) => {
    const now: Instant = desk.clock();
    await noteAsked(tx, payment.id, now);
    if (!after || after.version === payment.version) return;
    await noteFinding(tx, now, {
      kind: "corrected",
      about: `${payment.id} ${after.version}`,
      paymentId: payment.id,
      facts: { from: payment.state, to: after.state },
      isFixed: true,
    });
  });
}

/** Intents that nobody knows of, and operations that were given to a person: a release is taken up again by itself. */
async function compare(desk: Desk, orgId: string, readTo: Instant | null): Promise<Instant> {
  const began = desk.clock();
  const reviewed = await desk.db.as({ orgId }, (tx) => operationsInReview(tx, desk.provider.id, BATCH));
  for (const { id, paymentId, kind } of reviewed) {
    const isFixed = kind === "cancel" && (await takeUpAgain(desk, orgId, id));
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
  await desk.db.as({ orgId }, (tx) => closeGone(tx, desk.clock(), "operation-review", began));
  return sweepOrphans(desk, orgId, readTo);
}

/** What must always hold is asked of the books; old hints are forgotten on the way. */
async function checkInvariants(desk: Desk, orgId: string): Promise<void> {
  await desk.db.as({ orgId }, async (tx) => {
    const now = desk.clock();
    for (const { invariant, about } of await brokenInvariants(tx, now))
      await noteFinding(tx, now, {
        kind: "invariant",
        about: `${invariant} ${about}`,
        paymentId: null,
        facts: { invariant, about },
        isFixed: false,
      });
    await closeGone(tx, now, "invariant", now);
    await forgetNews(tx, now);
  });
}
