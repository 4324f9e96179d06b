import type { Feature } from "geojson";
import {
  addProtocol,
  GeoJSONSource,
  LngLatBounds,
  Map as MapLibre,
  type PaddingOptions,
  setWorkerUrl,
} from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import type { Point } from "#kernel/geo.ts";
import { roundPoint } from "#kernel/geo.ts";
import { allowScript } from "../shell/trusted-types.ts";
import { startCourierLayer } from "./couriers/courier-layer.ts";
import { areaFeatures, byId, changes, lineFeature, markerFeature, zoneFeature } from "./features.ts";
import { addColouredImage, addMarkerImages, courierPicture } from "./marker-images.ts";
import type { MapMeta } from "./meta.ts";
import type { MapContent, MapMarker } from "./model.ts";
import { type MapTheme, PALETTES } from "./palette.ts";
import { MARKER_LAYER, SOURCES } from "./style-overlay.ts";
import { tileBytes } from "./kept/stored-map.ts";
import { BASE, KEPT_FIRST } from "./style-tools.ts";
import { mapStyle } from "./style.ts";

/** Without its own address the worker is not part of a production build, and the map stays empty. */
setWorkerUrl(allowScript(workerUrl));
addProtocol(KEPT_FIRST, async ({ url }, { signal }) => ({
  data: await tileBytes(url.slice(`${KEPT_FIRST}://`.length), signal),
}));

export interface EngineEvents {
  /** Drawn for the first time. */
  readonly onReady: () => void;
  /** A tile did not come; `false` once tiles come again. */
  readonly onTilesFail: (fails: boolean) => void;
  readonly onClick: (point: Point) => void;
  readonly onSelect: (id: string) => void;
}

export interface EngineOptions {
  readonly box: HTMLElement;
  readonly meta: MapMeta;
  readonly theme: MapTheme;
  readonly interactive: boolean;
  readonly label: string;
}

/** A running map. Everything shown is handed over whole; only differences reach the worker. */
export interface Engine {
  readonly map: MapLibre;
  show(content: MapContent): void;
  setTheme(theme: MapTheme): void;
  setLabel(label: string): void;
  zoom(by: 1 | -1): void;
  retry(): void;
  close(): void;
}

const NEAREST_FIT = 16.5;
const PADDING = 56;
/** Pixels of the buttons at the end side (map.css). */
const BUTTONS = 56;

export function startEngine(
  { box, meta, theme, interactive, label }: EngineOptions,
  events: EngineEvents,
): Engine {
  const [west, south, east, north] = meta.bounds;
  const map = new MapLibre({
    container: box,
    style: mapStyle(meta, theme),
    bounds: [west, south, east, north],
    minZoom: 9,
    maxZoom: 19,
    renderWorldCopies: false,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    interactive,
    fadeDuration: 120,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  namePicture(map.getCanvas(), interactive, label);
  const couriers = startCourierLayer(map);
  let worn = theme;
  let shown = new Map<string, ReadonlyMap<string, Feature>>();
  let content: MapContent | undefined;
  let area: MapContent["area"];
  let fitted = "";
  let wasFitted = false;
  let wasMoved = false;

  const source = (id: string) => {
    const found = map.getSource(id);
    return found instanceof GeoJSONSource ? found : undefined;
  };
  const put = (id: string, features: readonly Feature[]) => {
    const after = byId(features);
    const diff = changes(shown.get(id) ?? new Map<string, Feature>(), after);
    if (diff) void source(id)?.updateData(diff);
    shown.set(id, after);
  };
  const draw = () => {
    if (!content || !map.getSource(SOURCES.markers)) return;
    couriers.show(content.markers.filter(isRiding));
    put(SOURCES.markers, content.markers.filter((one) => !isRiding(one)).map(markerFeature));
    put(SOURCES.zones, content.zones.map(zoneFeature));
    put(SOURCES.lines, content.lines.filter((line) => line.points.length > 1).map(lineFeature));
    // New data draws the whole map again, the same data as well.
    if (content.area !== area) void source(SOURCES.area)?.setData(areaFeatures(content.area));
    area = content.area;
  };
  const fit = (points: readonly Point[]) => {
    const wanted = JSON.stringify(points);
    if (wanted === fitted) return;
    fitted = wanted;
    if (points.length === 0) return;
    const isFirst = !wasFitted;
    wasFitted = true;
    wasMoved = false;
    look(points, !isFirst);
  };
  const look = (points: readonly Point[], animate: boolean) => {
    const bounds = points.reduce((all, { lon, lat }) => all.extend([lon, lat]), new LngLatBounds());
    map.fitBounds(bounds, { padding: paddingFor(box, interactive), maxZoom: NEAREST_FIT, animate });
  };

  map.on("style.load", () => {
    addMarkerImages(map, PALETTES[worn]);
    couriers.setPicture(courierPicture(PALETTES[worn]));
    shown = new Map();
    area = undefined;
    draw();
  });
  map.setMissingStyleImageResolver((id) => addColouredImage(map, PALETTES[worn], id));
  map.on("movestart", ({ originalEvent }) => (wasMoved ||= originalEvent !== undefined));
  map.on("resize", () => {
    if (!wasMoved && content && content.fitTo.length > 0) look(content.fitTo, false);
  });
  map.once("idle", events.onReady);
  map.on("error", (event) => {
    if ("sourceId" in event && event.sourceId === BASE) events.onTilesFail(true);
  });
  map.on("click", (event) => {
    const courier = couriers.at(event.point);
    if (courier) return events.onSelect(courier.id);
    const marker = map.queryRenderedFeatures(event.point, { layers: [MARKER_LAYER] })[0];
    if (marker) events.onSelect(String(marker.properties["id"]));
    else events.onClick(roundPoint({ lon: event.lngLat.lng, lat: event.lngLat.lat }));
  });
  let isOnMarker = false;
  map.on("mouseenter", MARKER_LAYER, () => void (isOnMarker = true));
  map.on("mouseleave", MARKER_LAYER, () => void (isOnMarker = false));
  map.on("mousemove", ({ point }) => {
    map.getCanvas().style.cursor = isOnMarker || couriers.at(point) ? "pointer" : "";
  });

  return {
    map,
    show(next) {
      content = next;
      draw();
      fit(next.fitTo);
    },
    setTheme(next) {
      if (next === worn) return;
      worn = next;
      map.setStyle(mapStyle(meta, next), { diff: false });
    },
    setLabel: (text) => namePicture(map.getCanvas(), interactive, text),
    zoom(by) {
      wasMoved = true;
      void (by === 1 ? map.zoomIn() : map.zoomOut());
    },
    retry() {
      events.onTilesFail(false);
      map.refreshTiles(BASE);
    },
    close() {
      couriers.remove();
      map.remove();
    },
  };
}

/** A courier who stands out is a mark of the map like any other. */
const isRiding = ({ kind, selected }: MapMarker): boolean => kind === "courier" && selected !== true;

/** The region around the picture has the map's name; the picture says how it is moved, or is left out where it is not. */
function namePicture(picture: HTMLElement, interactive: boolean, label: string): void {
  picture.setAttribute("role", interactive ? "application" : "presentation");
  if (interactive) picture.setAttribute("aria-label", label);
  else picture.removeAttribute("aria-label");
}

/** Room for markers at the edge and beside the buttons, but never more than the box has. */
function paddingFor(box: HTMLElement, interactive: boolean): PaddingOptions {
  const room = Math.min(PADDING, Math.floor(Math.min(box.clientWidth, box.clientHeight) / 5));
  const buttons = interactive ? BUTTONS : 0;
  const isRtl = document.documentElement.dir === "rtl";
  return {
    top: room,
    bottom: room,
    left: room + (isRtl ? buttons : 0),
    right: room + (isRtl ? 0 : buttons),
  };
}
