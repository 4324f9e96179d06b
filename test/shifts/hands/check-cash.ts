import type { Data, StoredCash } from "../server-db.ts";
import type { Server } from "../server.ts";
import type { World } from "../world.ts";

/** Cash is received once, of the amount that was owed, by the report that says so (26). */
export function checkCash({ world, server }: { readonly world: World; readonly server: Server }): void {
  const { cash } = server.data;
  const taken = takenBy(server.data);
  for (const [id, owed] of cash) checkAmounts(world, owed, taken.get(id) ?? []);
  for (const id of taken.keys()) if (!cash.has(id)) world.broke(26, "cash of a delivery that owes none");
}

/** Amounts that reports of couriers brought, by delivery. */
function takenBy({ reports }: Data): ReadonlyMap<string, readonly number[]> {
  const taken = new Map<string, readonly number[]>();
  for (const { report, deliveryId, verdict } of reports.values()) {
    if (report.type !== "cash" || (verdict.verdict !== "accepted" && verdict.verdict !== "conflict"))
      continue;
    // Safe: the phone wrote it.
    const { amount } = JSON.parse(report.body) as { readonly amount: { readonly minor: number } };
    taken.set(deliveryId ?? "", [...(taken.get(deliveryId ?? "") ?? []), amount.minor]);
  }
  return taken;
}

function checkAmounts(
  world: World,
  { capturedMinor, dueMinor, amountMinor }: StoredCash,
  amounts: readonly number[],
): void {
  if (amounts.length > 1) world.broke(26, "cash was received twice");
  const sum = amounts.reduce((all, one) => all + one, 0);
  if (sum !== capturedMinor) world.broke(26, `${capturedMinor} are received, ${sum} were taken`);
  if (sum > 0 && sum !== (dueMinor > 0 ? dueMinor : amountMinor))
    world.broke(26, "another amount was received than was owed");
}
