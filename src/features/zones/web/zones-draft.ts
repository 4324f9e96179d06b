import { useMemo, useState } from "react";
import * as z from "zod/mini";
import { useDraft } from "#web/forms/draft.ts";
import { Polygon } from "#contract/schemas.ts";
import { type Zones, Zone as ZoneSchema } from "../contract/api.ts";
import { merged } from "../domain/merge.ts";
import type { Zone } from "../domain/zone.ts";
import { writable } from "./corners.ts";

/** Zones as drawn so far: with fewer corners, and before they have a name. */
const DrawnZone = z.strictObject({
  ...ZoneSchema.shape,
  name: z.string(),
  polygon: z.strictObject({
    ...Polygon.shape,
    coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))),
  }),
});
/** Zones that were changed but not saved, and those that they were made from. */
const ZonesDraft = z.strictObject({ version: z.int(), base: z.array(DrawnZone), zones: z.array(DrawnZone) });
type ZonesDraft = z.output<typeof ZonesDraft>;

export interface Draft {
  readonly zones: readonly Zone[];
  /** The zones that the changes were made on, and their version. */
  readonly base: readonly Zone[];
  readonly version: number;
  readonly isChanged: boolean;
  /** Somebody saved since. */
  readonly isBehind: boolean;
  readonly set: (zones: readonly Zone[]) => void;
  /** Takes the last change back; absent where there is none. */
  readonly undo: (() => void) | undefined;
  /** Puts the changes on top of what is in force. */
  readonly rebase: () => void;
  readonly forget: () => void;
}

/** Changes that can be taken back. */
const STEPS = 100;

/** The zones on the screen: those in force, or what was changed in this tab, also after a reload. */
export function useZonesDraft(inForce: Zones): Draft {
  const [stored, store] = useDraft<ZonesDraft | null>("zones.zones", null);
  const [past, setPast] = useState<readonly (readonly Zone[])[]>([]);
  const draft = useMemo(() => ZonesDraft.safeParse(stored).data ?? null, [stored]);
  const version = draft?.version ?? inForce.version;
  const base = draft?.base ?? inForce.zones;
  const zones = draft?.zones ?? inForce.zones;
  const put = (next: readonly Zone[]) => {
    const isSame = version === inForce.version && JSON.stringify(next) === JSON.stringify(inForce.zones);
    store(isSame ? null : { version, base: writable(base), zones: writable(next) });
  };
  const last = past.at(-1);
  return {
    zones,
    base,
    version,
    isChanged: draft !== null,
    isBehind: version !== inForce.version,
    set: (next) => {
      setPast([...past.slice(1 - STEPS), zones]);
      put(next);
    },
    undo:
      last &&
      (() => {
        setPast(past.slice(0, -1));
        put(last);
      }),
    rebase: () => {
      setPast([]);
      const { zones: theirs } = inForce;
      store({ version: inForce.version, base: theirs, zones: writable(merged(base, zones, theirs)) });
    },
    forget: () => {
      setPast([]);
      store(null);
    },
  };
}
