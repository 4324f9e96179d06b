import { localAt } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Tx } from "#server/db/db.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { needsFor, ruleOfLevel } from "#features/proofs/domain/policy.ts";
import { givePin, readPolicy } from "#features/proofs/server/public.ts";
import { levelOf, type LevelTerms } from "#features/quotes/domain/service-levels.ts";
import { type QuoteRecord, readLevels, zoneOf } from "#features/quotes/server/public.ts";
import { workOf } from "#features/shifts/server/public.ts";
import { checkCarrier } from "../domain/carries.ts";
import type { AskedValues, TripWish } from "./trip-wish.ts";

/** Version of the levels by which a trip is limited; undefined, those of now, for a level that it was not booked in. */
export const levelsVersionOf = (
  booked: QuoteRecord | undefined,
  { serviceLevel }: Pick<TripWish, "serviceLevel">,
): number | undefined => (booked?.request.serviceLevel === serviceLevel ? booked.levelsVersion : undefined);

/** Terms of a trip's level. */
export async function termsOf(
  tx: Tx,
  booked: QuoteRecord | undefined,
  wish: Pick<TripWish, "serviceLevel">,
): Promise<LevelTerms> {
  const { levels } = await readLevels(tx, levelsVersionOf(booked, wish));
  return levelOf(levels, wish.serviceLevel);
}

/**
 * Looks whether another level is sold, and whether the courier who has the delivery can carry what it becomes.
 *
 * @throws Refusal `quotes.not-offered`, and as `checkCarrier`
 */
export async function checkLoad(
  tx: Tx,
  orgId: string,
  { delivery, wish, level }: { delivery: DeliveryRecord; wish: TripWish; level: LevelTerms },
): Promise<void> {
  const { massG, count, serviceLevel } = wish;
  const service = serviceLevel !== delivery.serviceLevel;
  const before = delivery.parcels.reduce((sum, parcel) => sum + parcel.massG, 0);
  const parcels = massG > before || count > delivery.parcels.length;
  if (service && (!level.isOn || level.isRetired))
    throw new Refusal("quotes.not-offered", { field: "serviceLevel" });
  const { courierId } = delivery;
  if (courierId === null || !(service || parcels)) return;
  const { start } = wish.window ?? delivery.window;
  const work = await workOf(tx, { orgId, courierId }, localAt(start, await zoneOf(tx, orgId)).date);
  if (!work) return;
  const shift = work.shifts.find(({ window }) => window.start <= start && start < window.end);
  const { vehicles } = level;
  checkCarrier((shift ?? work).vehicle, { vehicles, massG, count }, { service, parcels });
}

/** Proofs and cancelling fees that follow from other parcels or another level; a PIN is made where one is needed now. */
export async function promisesOf(
  tx: Tx,
  { id }: Pick<DeliveryRecord, "id">,
  { parcels, serviceLevel }: AskedValues,
  level: LevelTerms,
): Promise<Pick<DeliveryRecord, "bookedNeeds" | "cancelTerms">> {
  const { rules } = await readPolicy(tx);
  const bookedNeeds = needsFor([...rules, ruleOfLevel(level.proofs)], { serviceLevel, parcels });
  await givePin(tx, id, bookedNeeds);
  return { bookedNeeds, cancelTerms: level.cancel };
}
