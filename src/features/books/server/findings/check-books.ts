import { HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { organisationIds } from "#server/db/organisations.ts";
import { isGone } from "#server/db/out-of-reach.ts";
import { closeOutdated, forgetNews, forgetTries, noteFinding } from "#features/payments/server/public.ts";
import { noteCashToGiveBack } from "#features/debts/server/public.ts";
import { INVARIANTS, breakersOf, type Invariant } from "../invariants.ts";
import { countTotals } from "../ledger-total.ts";
import { runPass, type CheckDeps } from "./check-run.ts";

/** Findings of one rule that one look writes. */
const MOST_OF_A_KIND = 100;

export const BOOKS_PASS = { name: "invariants", everyMs: HOUR_MS - MINUTE_MS, work: checkBooks } as const;

export async function checkAllBooks(deps: CheckDeps): Promise<void> {
  for (const id of await organisationIds(deps.db)) await runPass(deps, id, BOOKS_PASS);
}

/**
 * Runs every invariant of the ledger, each in a statement of its own; entries are summed and old hints deleted
 * first, whatever is found. An invariant that could not be read is a finding too, and hides no other one.
 * @throws Error where one could not be read: the check did not go through
 */
async function checkBooks(deps: CheckDeps, orgId: string): Promise<void> {
  const began = deps.clock();
  await deps.db.as({ orgId }, async (tx) => {
    await countTotals(tx, began);
    await forgetNews(tx, began);
    await forgetTries(tx, began);
    await noteCashToGiveBack(tx, began);
  });
  const unread: Invariant[] = [];
  const full: Invariant[] = [];
  for (const rule of INVARIANTS) {
    const found = await breakers(deps, orgId, rule);
    if (found === undefined) unread.push(rule);
    else if (found >= MOST_OF_A_KIND) full.push(rule);
  }
  await deps.db.as({ orgId }, async (tx) => {
    const now = deps.clock();
    for (const rule of unread)
      await noteFinding(tx, now, { kind: "unread-rule", about: rule, paymentId: null, facts: { rule } });
    await closeOutdated({ tx, now }, "unread-rule", began, {});
    // Of a kind that was not listed to its end, nobody knows what is gone.
    await closeOutdated({ tx, now }, "invariant", began, { unlisted: [...unread, ...full] });
  });
  if (unread.length > 0) throw new Error(`could not be read: ${unread.join(", ")}`);
}

/** @returns how many break the rule; nothing where it could not be read */
async function breakers(deps: CheckDeps, orgId: string, rule: Invariant): Promise<number | undefined> {
  try {
    return await deps.db.as({ orgId }, async (tx) => {
      const now = deps.clock();
      const broken = await breakersOf(tx, rule, now, MOST_OF_A_KIND);
      for (const about of broken)
        await noteFinding(tx, now, {
          kind: "invariant",
          about: `${rule} ${about}`,
          paymentId: null,
          facts: { invariant: rule, about },
        });
      return broken.length;
    });
  } catch (error) {
    if (isGone(error)) throw error;
    deps.log.error({ orgId, rule, error }, "a rule of the books could not be read");
    return undefined;
  }
}
