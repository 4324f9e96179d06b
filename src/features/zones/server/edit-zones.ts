import type { ParsedOf } from "#contract/endpoint.ts";
import type { Bounds } from "#kernel/geo.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Tx } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Zone, Zones, zonesApi } from "../contract/api.ts";
import { zoneFaults } from "../domain/zone-faults.ts";
import { insertZones, readStored } from "./zone-record.ts";

/** Names of the published price list's rules, by the code of the zone that they ask for. */
export type ZoneUses = ReadonlyMap<string, readonly string[]>;

/** Asks the room of the price list, which comes later. */
export interface UsesOfZones {
  readonly read: (tx: Tx) => Promise<ZoneUses>;
  /** The same, and lets nobody publish a list until the transaction ends. */
  readonly hold: (tx: Tx) => Promise<ZoneUses>;
}

export const readZones = (uses: UsesOfZones, { db, actor }: Context): Promise<Zones> =>
  db.read(actor, async (tx) => shown(tx, await uses.read(tx)));

/**
 * Saves the next version. Quotes and orders keep the zones that they were priced by.
 *
 * @param reach of the map; absent where there is none
 * @throws Refusal `zones.changed-meanwhile`, `zones.in-use`, `zones.bad-zones` with every zone at fault
 */
export async function editZones(
  { uses, reach }: { readonly uses: UsesOfZones; readonly reach: Bounds | undefined },
  input: ParsedOf<typeof zonesApi.editZones>,
  context: Context,
): Promise<Zones> {
  const faults = zoneFaults(input.zones, reach);
  if (faults.length > 0) {
    const field = faults.map(({ at, path, code }) => `zones.${at}.${path}=zones.${code}`).join(",");
    throw new Refusal("zones.bad-zones", { field });
  }
  const { actor, db } = context;
  return db.as(actor, async (tx) => {
    const used = await uses.hold(tx);
    await change(tx, context, {
      type: "editZones",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        const before = await readStored(tx);
        const isOld = () => new Refusal("zones.changed-meanwhile", { version: before.version });
        if (before.version !== input.version) throw isOld();
        checkUses(before.zones, input.zones, used);
        const version = input.version + 1;
        if (!(await insertZones(tx, context, { version, zones: input.zones }))) throw isOld();
        return { version };
      },
      event: (data) => ({ aggregate: "zones", type: "zones.edited", data, audience: { staff: true } }),
    });
    return shown(tx, used);
  });
}

/** @throws Refusal `zones.in-use` for the first that would be gone */
function checkUses(before: readonly Zone[], after: readonly Zone[], used: ZoneUses): void {
  const gone = before.find(({ code }) => used.has(code) && !after.some((zone) => zone.code === code));
  if (gone)
    throw new Refusal("zones.in-use", { zone: gone.name, rules: (used.get(gone.code) ?? []).join(", ") });
}

async function shown(tx: Tx, used: ZoneUses): Promise<Zones> {
  const uses = [...used].map(([code, rules]) => ({ code, rules: [...rules] }));
  return { ...(await readStored(tx)), uses };
}
