import { useMemo } from "react";
import { useZones } from "#features/zones/web/public.ts";

/** Names of the zones by their codes, in their order; undefined before they are read. */
export function useZoneNames(): ReadonlyMap<string, string> | undefined {
  const { data } = useZones();
  return useMemo(() => data && new Map(data.zones.map(({ code, name }) => [code, name])), [data]);
}
