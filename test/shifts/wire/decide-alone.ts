import { sql } from "kysely";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import type { Resolution } from "#features/exceptions/domain/kinds.ts";
import { checkHandovers } from "#features/custody/server/public.ts";
import { first } from "#server/db/db.ts";
import { callWire } from "#test/support/processes/product.ts";
import type { StoredHalf, StoredInHand } from "../server-db.ts";
import type { World } from "../world.ts";
import type { WireDatabase } from "./database.ts";
import type { Organisation } from "./organisation.ts";

interface Parts {
  readonly world: World;
  readonly database: WireDatabase;
  readonly org: Organisation;
}

/** Key of the exception about a half that is alone, as `alone.ts` writes it. */
export const aloneKey = ({ code, side, parcels }: Pick<StoredHalf, "code" | "side" | "parcels">): string =>
  `handover:${code}:${side}:${parcels?.deliveryId ?? "typed"}`;

/** Runs the product's own job. */
export const tellAlone = ({ world, database }: Parts): Promise<void> =>
  checkHandovers(database.db, world.now());

/** Resolves the exception through the API: the taker gets the task where that is offered, else it is dismissed. */
export async function decideAlone(
  { world, database, org }: Parts,
  half: StoredHalf,
  isForTaker: boolean,
): Promise<void> {
  const resolutions = isForTaker ? (["hand-over", "dismiss"] as const) : (["dismiss"] as const);
  await resolve({ world, database, org }, aloneKey(half), resolutions);
}

/** Says where parcels of a cancelled delivery go, as a dispatcher does at the exception of the refused report. */
export const tellInHand = (parts: Parts, { key }: StoredInHand, bringTo: "sender" | "hub"): Promise<void> =>
  resolve(parts, key, [bringTo === "sender" ? "return-parcel" : "bring-to-hub"]);

/** Resolves the open exception with this key through the API, by the first resolution that is offered. */
async function resolve(
  { world, database, org }: Parts,
  key: string,
  resolutions: readonly Resolution[],
): Promise<void> {
  const about = await database.db.as({ orgId: org.orgId }, (tx) =>
    first(
      tx,
      sql<{ id: string }>`select id from exception
        where org_id = app_org() and key = ${key} and resolved_at is null`,
    ),
  );
  if (!about) return;
  for (const resolution of resolutions) {
    const input = { id: about.id, resolution, note: "Asked both" };
    const isDone = await callWire(org.url, exceptionsApi.resolveException, input, { token: "bo" }).then(
      () => true,
      () => false,
    );
    world.say(`the office: ${resolution} of ${key.split(":")[0] ?? ""}: ${isDone}`);
    if (isDone) return;
  }
}
