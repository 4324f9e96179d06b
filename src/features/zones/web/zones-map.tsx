import { lazy, Suspense, useMemo } from "react";
import type { Point, Polygon } from "#kernel/geo.ts";
import { roomyCorners, textOfPoint } from "#features/places/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import type { MapPin } from "#web/map/map-view.tsx";
import { type Zone, zoneAt } from "../domain/zone.ts";
import { HUES } from "./hues.ts";
import type { Drawing } from "./use-drawing.ts";

const MapView = lazy(() => import("#web/map/map-view.tsx").then((m) => ({ default: m.MapView })));

interface ZonesMapProps {
  zones: readonly Zone[];
  drawing: Drawing;
  area: Polygon | undefined;
}

/** All zones; the corners of the chosen one have numbers, the chosen corner is a pin. */
export function ZonesMap({ zones, drawing, area }: ZonesMapProps) {
  const t = useWords("zones");
  const { zone, corners, corner, isAdding } = drawing;
  const shown = useMemo(
    () =>
      zones
        .filter(({ polygon }) => (polygon.coordinates[0]?.length ?? 0) > 3)
        .map(({ code, colour, polygon }) => ({
          id: code,
          hue: HUES[colour],
          polygon,
          selected: code === zone?.code,
        })),
    [zones, zone?.code],
  );
  const ring = JSON.stringify(corners);
  const markers = useMemo(() => {
    const points: Point[] = JSON.parse(ring);
    return roomyCorners(points.map(textOfPoint), corner).flatMap((at) => {
      const point = points[at];
      return point ? [{ id: String(at), kind: "stop" as const, number: at + 1, point }] : [];
    });
  }, [ring, corner]);
  const lines = useMemo(() => {
    const points: Point[] = JSON.parse(ring);
    return points.length === 2 ? [{ id: "first-side", points }] : [];
  }, [ring]);
  const code = zone?.code;
  const fitTo = useMemo(
    () => {
      const chosen = zones.find((one) => one.code === code && (one.polygon.coordinates[0]?.length ?? 0) > 3);
      const rings = chosen
        ? [chosen.polygon]
        : zones.length > 0
          ? zones.map(({ polygon }) => polygon)
          : [area];
      return rings.flatMap((one) => (one?.coordinates[0] ?? []).map(([lon, lat]) => ({ lon, lat })));
    },
    // Only another choice moves the map, not each corner.
    // oxlint-disable-next-line react/exhaustive-deps
    [code, area],
  );
  const pin = pinOf(drawing);
  const onPress = isAdding
    ? drawing.add
    : pin
      ? undefined
      : (point: Point) => drawing.choose(zoneAt(zones, point)?.code);
  return (
    <Suspense fallback={<div className="beside-list-map" />}>
      <MapView
        className="beside-list-map"
        label={t("map.label")}
        area={area}
        zones={shown}
        lines={lines}
        markers={markers}
        fitTo={fitTo}
        onSelect={(id) => drawing.chooseCorner(Number(id))}
        {...(pin && { pin })}
        {...(onPress && { onPress })}
      />
    </Suspense>
  );
}

/** While corners are added, the pin is the place of the next one; otherwise the chosen corner. */
function pinOf({ isAdding, cursor, corner, corners, ...drawing }: Drawing): MapPin | undefined {
  if (isAdding)
    return cursor && { point: cursor, onMove: drawing.setCursor, onConfirm: () => drawing.add(cursor) };
  const point = corner === undefined ? undefined : corners[corner];
  if (!point || corner === undefined) return undefined;
  return { point, onMove: (to) => drawing.setCorners(corners.with(corner, to)) };
}
