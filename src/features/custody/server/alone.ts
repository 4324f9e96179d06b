import { closeException, openException, openKeys } from "#features/exceptions/server/public.ts";
import type { Held, Phone } from "#features/courier/server/public.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { holdingOf, orgsUntold, takeDecided, takeUntold } from "./half-rows.ts";
import type { Half, Lone } from "./half-rows.ts";
import { shownInHand } from "./in-hand.ts";

/** How long one half waits for the other before the office is told. */
export const ALONE_MS = 15 * MINUTE_MS;

const KINDS = { given: "handover_given", taken: "handover_taken" } as const;

/** Key of the exception about a half that is alone. */
export const aloneKey = ({ code, side, parcels }: Pick<Half, "code" | "side" | "parcels">): string =>
  `handover:${code}:${side}:${parcels?.deliveryId ?? "typed"}`;

/** Opens an exception for each half whose other one has not come in time. */
export async function checkHandovers(db: Db, now: Instant): Promise<void> {
  const orgs = await db.owner((tx) => orgsUntold(tx, now - ALONE_MS));
  for (const orgId of orgs)
    await db.as({ orgId }, async (tx) => {
      for (const half of await takeUntold(tx, now - ALONE_MS, now))
        await openException(tx, {
          kind: KINDS[half.side],
          key: aloneKey(half),
          deliveryId: half.parcels?.deliveryId ?? null,
          taskId: half.parcels?.taskId ?? null,
          courierId: half.courierId,
          happenedAt: half.happenedAt,
          openedAt: now,
          facts: { code: half.code },
          command: null,
        });
    });
}

/** Settles the halves that wait for each other, where the office gave the parcels from the one courier to the other. */
export async function settleAlone(
  tx: Tx,
  handover: Parameters<typeof takeDecided>[1],
  now: Instant,
): Promise<void> {
  for (const half of await takeDecided(tx, handover, now)) await closeException(tx, aloneKey(half), now);
}

/** Those halves of a courier that still count: nobody at the office has decided about them. */
async function undecided(tx: Tx, alone: readonly Lone[]): Promise<readonly Lone[]> {
  if (alone.every(({ isTold }) => !isTold)) return alone;
  const open = new Set(await openKeys(tx, Object.values(KINDS)));
  return alone.filter((half) => !half.isTold || open.has(aloneKey(half)));
}

const tasksOn = (halves: readonly Half[], side: Half["side"]): string[] =>
  halves.flatMap((half) => (half.side === side && half.parcels ? [half.parcels.taskId] : []));

/** Stops that a courier gave away or took over by their own word alone, and parcels of cancelled deliveries. */
export async function heldBy(
  tx: Tx,
  { courierId }: { readonly orgId: string; readonly courierId: string },
): Promise<Held> {
  const holding = await holdingOf(tx, courierId);
  const halves = await undecided(tx, holding.halves);
  return {
    gone: tasksOn(halves, "given"),
    come: tasksOn(halves, "taken"),
    inHand: await shownInHand(tx, holding.inHand),
  };
}

/** Whether the courier took this delivery over, and the giver's word is awaited. */
export async function isAwaited(tx: Tx, { actor }: Phone, deliveryId: string): Promise<boolean> {
  const halves = await undecided(tx, (await holdingOf(tx, actor.courierId)).halves);
  return halves.some(({ side, parcels }) => side === "taken" && parcels?.deliveryId === deliveryId);
}
