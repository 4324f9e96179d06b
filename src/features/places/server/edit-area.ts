import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Context } from "#server/http/route.ts";
import type { OpeningHours, placesApi, ServiceArea } from "../contract/api.ts";
import { checkHours } from "../domain/hours.ts";
import { isSound } from "../domain/outline.ts";
import { newId } from "#server/ids.ts";
import { addArea, areaOf, lockArea, storeArea } from "./area-queries.ts";

/** @throws Refusal `http.not-found` before the area is set up */
export async function readArea(orgId: string, context: Context): Promise<ServiceArea> {
  const area = await context.db.read({ orgId }, (tx) => areaOf(tx));
  if (!area) throw new Refusal("http.not-found");
  return area;
}

/**
 * Sets up the area of an organisation that has none: in its own time zone, closed until hours are set.
 *
 * @throws Refusal `places.bad-polygon`, `places.area-exists`
 */
export function openArea(input: ParsedOf<typeof placesApi.openArea>, context: Context): Promise<ServiceArea> {
  if (!isSound(input.polygon)) throw new Refusal("places.bad-polygon", { field: "polygon" });
  const { actor, db, now } = context;
  return db.as(actor, async (tx) => {
    const id = newId(now);
    await change(tx, context, {
      type: "openArea",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        if (!(await addArea(tx, { id, ...input }))) throw new Refusal("places.area-exists");
        return { version: 1 };
      },
      event: (data) => ({ aggregate: "area", type: "area.opened", data, audience: { staff: true } }),
    });
    const area = await areaOf(tx);
    if (!area) throw new Error("an area that was set up is not there");
    return area;
  });
}

/** @throws Refusal `places.bad-polygon`, `places.changed-meanwhile` */
export function editArea(input: ParsedOf<typeof placesApi.editArea>, context: Context): Promise<ServiceArea> {
  const { version, ...edited } = input;
  if (!isSound(edited.polygon)) throw new Refusal("places.bad-polygon", { field: "polygon" });
  return edit(context, version, "area.edited", edited);
}

/** @throws Refusal `places.bad-hours`, `places.changed-meanwhile` */
export function editHours(
  input: { readonly version: number; readonly hours: OpeningHours },
  context: Context,
): Promise<ServiceArea> {
  const faults = checkHours(input.hours);
  if (faults.length > 0) {
    const field = faults.map(({ path, code }) => `hours.${path}=places.${code}`).join(",");
    throw new Refusal("places.bad-hours", { field });
  }
  return edit(context, input.version, "area.hours-edited", { hours: input.hours });
}

function edit(
  context: Context,
  version: number,
  type: string,
  edited: Partial<ServiceArea>,
): Promise<ServiceArea> {
  const { actor, db } = context;
  return db.as(actor, async (tx) => {
    const before = await lockArea(tx);
    if (!before) throw new Refusal("http.not-found");
    const after = await change(tx, context, {
      type,
      aggregateId: before.id,
      body: { version, ...edited },
      write: async () => {
        if (before.version !== version)
          throw new Refusal("places.changed-meanwhile", { version: before.version });
        const area: ServiceArea = { ...before, ...edited, version: version + 1 };
        await storeArea(tx, area);
        return area;
      },
      event: (area) => ({
        aggregate: "area",
        type,
        data: { version: area.version },
        audience: { staff: true },
      }),
    });
    return after ?? before;
  });
}
