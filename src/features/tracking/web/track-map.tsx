import { useMemo } from "react";
import type { Point } from "#kernel/geo.ts";
import { DataRoot } from "#web/api/data-root.tsx";
import { useWords } from "#web/i18n/words.ts";
import { MapView } from "#web/map/map-view.tsx";

/** The courier and the doorstep, both to about 50 m. Its text twin is the line above: vehicle and distance. */
export function TrackMap({ courier, dropoff }: { courier: Point; dropoff: Point | null }) {
  const t = useWords("tracking");
  const { markers, fitTo } = useMemo(
    () => ({
      markers: [
        { id: "courier", kind: "courier" as const, point: courier },
        ...(dropoff ? [{ id: "you", kind: "dropoff" as const, point: dropoff }] : []),
      ],
      fitTo: dropoff ? [courier, dropoff] : [courier],
    }),
    [courier, dropoff],
  );
  return (
    <DataRoot>
      <MapView label={t("map.label")} className="track-map" markers={markers} fitTo={fitTo} interactive />
    </DataRoot>
  );
}
