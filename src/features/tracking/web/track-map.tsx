import { useMemo } from "react";
import type { Point } from "#kernel/geo.ts";
import { DataRoot } from "#web/api/data-root.tsx";
import { useWords } from "#web/i18n/words.ts";
import { MapView } from "#web/map/map-view.tsx";

interface TrackMapProps {
  courier: Point;
  /** They were there some minutes ago. */
  isOld: boolean;
  dropoff: Point | null;
}

/** The courier and the doorstep, both to about 50 m. Its text twin is the line above: vehicle and distance, or the age. */
export function TrackMap({ courier, isOld, dropoff }: TrackMapProps) {
  const t = useWords("tracking");
  const { markers, fitTo } = useMemo(
    () => ({
      markers: [
        { id: "courier", kind: "courier" as const, point: courier, faded: isOld },
        ...(dropoff ? [{ id: "you", kind: "dropoff" as const, point: dropoff }] : []),
      ],
      fitTo: dropoff ? [courier, dropoff] : [courier],
    }),
    [courier, isOld, dropoff],
  );
  return (
    <DataRoot>
      <MapView label={t("map.label")} className="track-map" markers={markers} fitTo={fitTo} interactive />
    </DataRoot>
  );
}
