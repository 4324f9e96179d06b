import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { courierById } from "#features/accounts/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { codeOf } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Means, Vehicle, shiftsApi } from "../contract/api.ts";
import { meansOf, vehiclesOf } from "./means-rows.ts";
import { lockShifts } from "./write-shifts.ts";

/** @throws Refusal `shifts.changed-meanwhile`, `shifts.courier-unknown`, `shifts.vehicle-unknown` */
export function editMeans(edit: ParsedOf<typeof shiftsApi.editMeans>, context: Context): Promise<Means> {
  const { actor, db } = context;
  const { id, vehicleId, version } = edit;
  const skills = [...new Set(edit.skills)].toSorted();
  return db.as(actor, async (tx) => {
    await lockShifts(tx);
    await change(tx, context, {
      type: "shift.means-edited",
      aggregateId: id,
      body: edit,
      write: async () => {
        const before = (await meansOf(tx, id)).get(id.toLowerCase());
        if ((before?.version ?? 0) !== version) throw new Refusal("shifts.changed-meanwhile");
        if (!(await courierById(tx, id))?.active)
          throw new Refusal("shifts.courier-unknown", { courierId: id });
        if (vehicleId !== null && (await vehiclesOf(tx, vehicleId))[0]?.retired !== false)
          throw new Refusal("shifts.vehicle-unknown", { field: "vehicleId" });
        await sql`
          insert into courier_means (org_id, courier_id, vehicle_id, skills, version)
          values (app_org(), ${id}, ${vehicleId}, ${skills}::text[], ${version + 1})
          on conflict (org_id, courier_id) do update set vehicle_id = excluded.vehicle_id, skills = excluded.skills,
            version = excluded.version`.execute(tx);
      },
      event: () => ({
        aggregate: "courier-means",
        type: "shift.means-edited",
        data: { courierId: id },
        audience: { staff: true, courierId: id },
      }),
    });
    const after = (await meansOf(tx, id)).get(id.toLowerCase());
    if (!after) throw new Refusal("http.not-found");
    return after;
  });
}

/** @throws Refusal `shifts.name-taken` */
export const addVehicle = (fields: Omit<Vehicle, "id" | "version">, context: Context): Promise<Vehicle> =>
  writeVehicle(context, "vehicle.added", { ...fields, id: context.key, version: 0 }, () => Promise.resolve());

/** @throws Refusal `http.not-found`, `shifts.changed-meanwhile`, `shifts.name-taken` */
export const editVehicle = (edit: Vehicle, context: Context): Promise<Vehicle> =>
  writeVehicle(context, "vehicle.edited", edit, async (tx) => {
    const [before] = await vehiclesOf(tx, edit.id);
    if (!before) throw new Refusal("http.not-found");
    if (before.version !== edit.version)
      throw new Refusal("shifts.changed-meanwhile", { version: before.version });
  });

async function writeVehicle(
  context: Context,
  type: "vehicle.added" | "vehicle.edited",
  vehicle: Vehicle,
  check: (tx: Tx) => Promise<void>,
): Promise<Vehicle> {
  const { id, name, parcels, massG, volumeMl, retired } = vehicle;
  try {
    return await context.db.as(context.actor, async (tx) => {
      await lockShifts(tx);
      await change(tx, context, {
        type,
        aggregateId: id,
        body: vehicle,
        write: async () => {
          await check(tx);
          await sql`
            insert into vehicle (org_id, id, name, class, parcels, mass_g, volume_ml, retired, version)
            values (app_org(), ${id}, ${name}, ${vehicle.class}, ${parcels}, ${massG}, ${volumeMl}, ${retired},
              ${vehicle.version + 1})
            on conflict (org_id, id) do update set name = excluded.name, class = excluded.class,
              parcels = excluded.parcels, mass_g = excluded.mass_g, volume_ml = excluded.volume_ml,
              retired = excluded.retired, version = excluded.version`.execute(tx);
        },
        event: () => ({
          aggregate: "vehicle",
          type,
          data: { vehicleId: id },
          audience: { staff: true },
        }),
      });
      const [after] = await vehiclesOf(tx, id);
      if (!after) throw new Refusal("http.not-found");
      return after;
    });
  } catch (error) {
    if (codeOf(error) === "23505") throw new Refusal("shifts.name-taken", { field: "name" });
    throw error;
  }
}
