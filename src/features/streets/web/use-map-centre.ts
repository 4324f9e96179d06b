import { useQuery } from "@tanstack/react-query";
import type { Point } from "#kernel/geo.ts";
import { mapMeta } from "#web/map/meta.ts";

/** A place in the middle of the map, where a pin begins; a place on the equator where there is no map. */
export function useMapCentre(): Point | undefined {
  const meta = useQuery({ queryKey: ["map", "meta"], queryFn: mapMeta, staleTime: Infinity, retry: 1 });
  if (meta.isError) return { lon: 0, lat: 0 };
  if (!meta.data) return undefined;
  const [lon, lat] = meta.data.center;
  return { lon, lat };
}
