import type { Form } from "#web/forms/use-form.ts";
import type { ParsedOf } from "#contract/endpoint.ts";
import type { Point, Polygon } from "#kernel/geo.ts";
import { roundPoint } from "#kernel/geo.ts";
import { decimalText, readDecimal } from "#web/forms/decimal-text.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import { placesApi } from "../contract/api.ts";
import type { ServiceArea } from "../contract/api.ts";
import { isSound } from "../domain/outline.ts";

/** A corner of the outline as typed, in decimal degrees. */
export interface CornerText {
  lat: string;
  lon: string;
}

/** The area as typed; lengths in km and kg. The ring is open here: its first corner is not said twice. */
export interface AreaText {
  name: string;
  maxDistanceM: string;
  maxMassG: string;
  polygon: CornerText[];
}

/** The form of the area, with what it reads. */
export type AreaForm = Form<AreaText, AreaEdit>;

/** Fewer corners enclose nothing. */
export const CORNERS_MIN = 3;
const THOUSANDTHS = 3;

export const textOfPoint = ({ lat, lon }: Point): CornerText => ({
  lat: lat.toFixed(6),
  lon: lon.toFixed(6),
});

export function textOfArea({ name, maxDistanceM, maxMassG, polygon }: ServiceArea, mark: string): AreaText {
  const corners = (polygon.coordinates[0] ?? []).slice(0, -1);
  return {
    name,
    maxDistanceM: decimalText(maxDistanceM, THOUSANDTHS, mark),
    maxMassG: decimalText(maxMassG, THOUSANDTHS, mark),
    polygon: corners.map(([lon, lat]) => textOfPoint({ lon, lat })),
  };
}

function degrees(text: string, most: number): number | undefined {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  if (!/^-?\d{1,3}(\.\d+)?$/.test(plain)) return undefined;
  const n = Number(plain);
  return Math.abs(n) <= most ? n : undefined;
}

/** A corner, or undefined while it is not written as two degrees. */
export function pointOf({ lat, lon }: CornerText): Point | undefined {
  const [y, x] = [degrees(lat, 90), degrees(lon, 180)];
  return y === undefined || x === undefined ? undefined : roundPoint({ lat: y, lon: x });
}

/** The closed ring of the corners that can be read. */
export function polygonOf(corners: readonly CornerText[]): Polygon {
  const ring = corners.flatMap((corner): [number, number][] => {
    const point = pointOf(corner);
    return point ? [[point.lon, point.lat]] : [];
  });
  const [first] = ring;
  return { type: "Polygon", coordinates: [first ? [...ring, first] : ring] };
}

/** Whether the corners make one shape that does not cross itself. */
export const isSoundOutline = (corners: readonly CornerText[]): boolean => isSound(polygonOf(corners));

/** A corner halfway to the next one, as a new place to pull from. */
export function addCorner(corners: readonly CornerText[], after: number): CornerText[] {
  const [from, to] = [corners[after], corners[(after + 1) % corners.length]];
  const [a, b] = [from && pointOf(from), to && pointOf(to)];
  if (!a || !b) return [...corners];
  const middle = roundPoint({ lat: (a.lat + b.lat) / 2, lon: (a.lon + b.lon) / 2 });
  return corners.toSpliced(after + 1, 0, textOfPoint(middle));
}

const Input = placesApi.editArea.input;
/** Edit that the form hands over, without the version that it was made on. */
export type AreaEdit = Omit<ParsedOf<typeof placesApi.editArea>, "version">;

/** The contract's schema and the rule of sound outlines, with faults by the form's own paths. */
export const AreaSchema: FormSchema<AreaEdit> = {
  safeParse(typed) {
    // Safe: only the area's form, whose values are such texts, is parsed with it.
    const text = typed as AreaText;
    const corners = text.polygon.flatMap((corner, at) => [
      ...(degrees(corner.lat, 90) === undefined ? [`polygon.${at}.lat`] : []),
      ...(degrees(corner.lon, 180) === undefined ? [`polygon.${at}.lon`] : []),
    ]);
    const lengths = (["maxDistanceM", "maxMassG"] as const).filter(
      (name) => readDecimal(text[name], THOUSANDTHS) === undefined,
    );
    const unread = [...lengths, ...corners].map((path) => ({
      path: path.split("."),
      message: "places.not-a-number",
    }));
    const edit = {
      name: text.name,
      maxDistanceM: readDecimal(text.maxDistanceM, THOUSANDTHS) ?? 0,
      maxMassG: readDecimal(text.maxMassG, THOUSANDTHS) ?? 0,
      polygon: polygonOf(text.polygon),
    };
    const crossed = corners.length === 0 && !isSoundOutline(text.polygon);
    const parsed = Input.safeParse({ ...edit, version: 0 });
    const schema = parsed.success
      ? []
      : parsed.error.issues.map(sentenced).filter(({ path }) => path[0] !== "polygon");
    const issues = [
      ...unread,
      ...schema.filter(({ path }) => !unread.some((own) => own.path.join(".") === path.join("."))),
      ...(crossed ? [{ path: ["polygon"], message: "places.bad-polygon" }] : []),
    ];
    if (issues.length > 0 || !parsed.success) return { success: false, error: { issues } };
    const { version: _, ...data } = parsed.data;
    return { success: true, data };
  },
};

/** Limits in metres and grams would read oddly beside boxes in km and kg: they have sentences of their own. */
function sentenced<I extends { path: readonly PropertyKey[]; message?: string | undefined }>(issue: I): I {
  if (issue.path[0] === "maxDistanceM") return { ...issue, message: "places.distance-limits" };
  return issue.path[0] === "maxMassG" ? { ...issue, message: "places.mass-limits" } : issue;
}

/** Corners beside each other on a wide map at most, by its width or height. */
const MARKS_ACROSS = 14;

/**
 * The corners that have room for a number on the map, by index; the chosen one stands there as the pin.
 *
 * @param across numbers beside each other at most
 */
export function roomyCorners(
  corners: readonly CornerText[],
  chosen: number | undefined,
  across: number = MARKS_ACROSS,
): number[] {
  const points = corners.map(pointOf);
  const known = points.flatMap((point) => point ?? []);
  const span = (axis: "lat" | "lon") =>
    Math.max(...known.map((p) => p[axis])) - Math.min(...known.map((p) => p[axis]));
  const [high, wide] = [span("lat") / across, span("lon") / across];
  const kept: number[] = chosen === undefined ? [] : [chosen];
  const isFree = (point: Point) =>
    kept.every((at) => {
      const other = points[at];
      return !other || Math.abs(other.lat - point.lat) > high || Math.abs(other.lon - point.lon) > wide;
    });
  for (const [at, point] of points.entries()) if (point && isFree(point)) kept.push(at);
  return kept.filter((at) => at !== chosen).toSorted((a, b) => a - b);
}
