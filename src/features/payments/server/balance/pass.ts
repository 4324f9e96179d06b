import { sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Movement } from "../../domain/movement.ts";
import { askEach } from "../findings/ask-again.ts";
import { closeGone, noteFinding } from "../findings/finding-row.ts";
import { runPass } from "../findings/pass.ts";
import { accountOf } from "../lists/catch-up.ts";
import { lockList, noteDenied } from "../lists/cursor-row.ts";
import { readList } from "../lists/walk.ts";
import { paymentsWhere } from "../payment-lists.ts";
import type { Desk } from "../run-operation.ts";
import type { Funds, ProviderLists, Unread } from "../gateway.ts";
import { askFunds, forgetHeard, noteHeard, steady } from "./heard.ts";
import { differences } from "./differences.ts";
import type { Difference } from "./differences.ts";
import { keepMovements, takeOver } from "./movement-row.ts";
import { comparePayouts } from "./payouts.ts";
import { noteStanding } from "./standing.ts";
import { noteUnread, readAgain } from "./unread.ts";

/** Movements are listed a little late, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** Stripe lists the movements of a balance for ever. */
const KEPT_MS = 10_000 * DAY_MS;
/** 20,000 movements: a longer backlog is read over some passes. */
const PAGES = 200;
/** Findings of one look. */
const MOST = 100;
/** Until a movement is there and our books have followed. */
const WAIT_MS = DAY_MS;

const KINDS = ["movement-missing", "movement-differs", "movement-foreign"] as const;

/** Holds the provider's balance against the ledger, for every organisation. */
export async function lookAtBalances(desk: Desk): Promise<void> {
  const orgs = await desk.db.owner((tx) => rows(tx, sql<{ id: string }>`select id from organization`));
  for (const { id } of orgs) await lookAtBalance(desk, id);
}

/** As `lookAtBalances`, for one organisation. */
export const lookAtBalance = (desk: Desk, orgId: string): Promise<void> =>
  runPass(desk, orgId, { name: "balance", everyMs: HOUR_MS - MINUTE_MS, work: compareBalance });

/**
 * Reads what moved the balance since the last look, books its fees and payouts, and compares the whole with our books.
 *
 * @throws Refusal `payments.provider-silent`
 */
export async function compareBalance(desk: Desk, orgId: string): Promise<void> {
  const { id: provider } = desk.provider;
  const { lists } = desk.provider;
  if (!lists) return;
  const before = await askFunds(lists);
  if (!(await readMovements(desk, orgId, lists))) return;
  await readAgain(desk, orgId, lists, await nameOf(desk, orgId, lists));
  await compareFunds(desk, orgId, lists, before);
  await comparePayouts(desk, orgId, lists);
  const unlike = async (tx: Tx, now: Instant): Promise<Difference[]> => {
    // Before anything is read: what two looks at once both see as new would be booked twice.
    await lockList(tx, { provider, list: "balance" });
    await takeOver(tx, provider, now);
    return differences(tx, provider, now - (desk.balanceWaitMs ?? WAIT_MS), MOST);
  };
  const seen = await desk.db.as({ orgId }, (tx) => unlike(tx, desk.clock()));
  await askAbout(
    desk,
    orgId,
    seen.flatMap(({ paymentId }) => paymentId ?? []),
  );
  await desk.db.as({ orgId }, async (tx) => {
    const now = desk.clock();
    const found = await unlike(tx, now);
    for (const { kind, ref, paymentId, ...facts } of found)
      await noteFinding(tx, now, { kind, about: ref, paymentId, facts, isFixed: false });
    // Of what was not listed to its end, nobody knows what is gone.
    if (found.length < MOST) for (const kind of KINDS) await closeAgreed(tx, now, kind, provider, found);
    await noteStanding(tx, provider, now);
    // Dealt with or not, it stands in the way of saying that both agree.
    await sql`update payment_cursor set unlike = ${found.length}
              where org_id = app_org() and provider = ${provider} and list = 'balance'`.execute(tx);
  });
}

/** Holds what the provider keeps by its own count against the sum of its list; what moves meanwhile waits for the next look. */
async function compareFunds(
  desk: Desk,
  orgId: string,
  lists: ProviderLists,
  before: Funds | "denied" | undefined,
): Promise<void> {
  const { id: provider } = desk.provider;
  const after = await askFunds(lists);
  const name = await nameOf(desk, orgId, lists);
  await desk.db.as({ orgId }, async (tx) => {
    const now = desk.clock();
    if (after === "denied") {
      await noteDenied(tx, name, now);
      return forgetHeard(tx, provider);
    }
    const kept = before === "denied" || !before || !after ? undefined : steady(before, after);
    if (kept) await noteHeard(tx, provider, kept, now);
  });
}

const nameOf = async (desk: Desk, orgId: string, lists: ProviderLists) =>
  ({
    provider: desk.provider.id,
    account: await accountOf(desk, orgId),
    formerly: lists.account,
    list: "balance",
  }) as const;

/** What nobody told us is in our books after this; where no answer comes, the difference stands as it is. */
async function askAbout(desk: Desk, orgId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const payments = await desk.db.as({ orgId }, (tx) =>
    paymentsWhere(tx, sql`and p.id = any(${[...new Set(ids)]}::uuid[])`),
  );
  await askEach(desk, orgId, payments).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Closes what is open of a kind and agrees by now. */
const closeAgreed = (
  tx: Tx,
  now: Instant,
  kind: Difference["kind"],
  provider: string,
  found: readonly Difference[],
): Promise<void> =>
  closeGone(tx, now, kind, now + 1, {
    unlisted: found.flatMap((one) => (one.kind === kind ? one.ref : [])),
    // What no payment of ours has is nobody's.
    provider: kind === "movement-foreign" ? null : provider,
  });

/** @returns whether the list was read to its end; if not, the next look goes on */
async function readMovements(desk: Desk, orgId: string, lists: ProviderLists): Promise<boolean> {
  const name = await nameOf(desk, orgId, lists);
  let isDenied = false;
  let unread: readonly Unread[] = [];
  const noteWhether = (denied: boolean): Promise<void> =>
    desk.db.as({ orgId }, (tx) => noteDenied(tx, name, denied ? desk.clock() : null));
  try {
    const isWhole = await readList<Movement>(desk, orgId, {
      name,
      overlapMs: OVERLAP_MS,
      keptMs: KEPT_MS,
      pages: PAGES,
      async ask(window) {
        const page = await lists.movements(window);
        isDenied = page.kind === "misconfigured" && page.lacksRight === true;
        unread = page.kind === "ok" ? page.value.unread : [];
        return page;
      },
      async keep(tx, items) {
        await keepMovements(tx, name, items, desk.clock());
        await noteUnread(tx, name.provider, desk.clock(), unread);
      },
    });
    await noteWhether(false);
    return isWhole;
  } catch (error) {
    if (isDenied && error instanceof Refusal) await noteWhether(true);
    throw error;
  }
}
