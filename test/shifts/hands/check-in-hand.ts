import type { Phone } from "../phone.ts";
import type { StoredInHand, StoredReport } from "../server-db.ts";
import type { Server } from "../server.ts";
import type { World } from "../world.ts";

interface Parts {
  readonly world: World;
  readonly server: Server;
  readonly phones: readonly Phone[];
}

/** Parcels of cancelled deliveries: followed (23) until their first end, which counts (24). */
export function checkInHand(parts: Parts): void {
  const { world, server } = parts;
  const { inHand, reports } = server.data;
  const ends: StoredReport[] = [];
  for (const one of reports.values()) {
    const { code, facts, verdict } = one.verdict;
    if (one.report.type === "parcel_ended" && verdict !== "refused") ends.push(one);
    const isCollected = code === "courier.parcel-in-hand" && facts["kind"] === "collect";
    if (isCollected && facts["closedAs"] === "cancelled" && !inHand.has(one.deliveryId ?? ""))
      world.broke(23, "nobody follows parcels of a cancelled delivery");
  }
  for (const one of inHand.values()) {
    checkEnds(
      world,
      one,
      ends.filter(({ deliveryId }) => deliveryId === one.deliveryId),
    );
    checkShown(parts, one);
  }
}

function checkEnds(
  world: World,
  { courierId, bringTo, endedAs }: StoredInHand,
  ends: readonly StoredReport[],
) {
  const counted = ends.filter(
    ({ verdict }) => verdict.verdict === "accepted" || verdict.verdict === "conflict",
  );
  if (counted.length > 1) world.broke(24, "two ends of the same parcels count");
  if (ends.some(({ user }) => user !== courierId)) world.broke(24, "somebody else ended the parcels");
  for (const { report, verdict } of counted) {
    // Safe: `endEntry` wrote it.
    const { to } = JSON.parse(report.body) as { readonly to: string };
    if (to !== endedAs) world.broke(24, "the first end of parcels does not stand");
    const isOther = bringTo !== null && bringTo !== to;
    const isSaid = verdict.code === "custody.other-place" || verdict.code === "courier.role-gone";
    if (isOther && !isSaid) world.broke(24, "the office is not told that the parcels went to another place");
  }
}

/** Every phone has read its day by now. */
function checkShown(
  { world, server, phones }: Parts,
  { courierId, deliveryId, endedAs }: StoredInHand,
): void {
  if (server.former.has(courierId)) return;
  for (const phone of phones) {
    const day = phone.disks().get(courierId)?.kept.day?.day;
    if (!day) continue;
    const isShown = (day.inHand ?? []).some((one) => one.deliveryId === deliveryId);
    if (isShown !== (endedAs === null))
      world.broke(23, endedAs === null ? "parcels in hand are in no day" : "ended parcels are in a day");
  }
}
