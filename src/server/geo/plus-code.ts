import { OpenLocationCode } from "open-location-code";
import type { Point } from "#kernel/geo.ts";
import { roundPoint } from "#kernel/geo.ts";

const codes = new OpenLocationCode();
/** Letters and digits of a Plus Code around its `+`; a town's name may follow a short one. */
const CODE_IN_TEXT = /(?:^|\s)([23456789CFGHJMPQRVWX0]{4,8}\+[23456789CFGHJMPQRVWX]{0,7})(?=$|[\s,])/i;

/** The Plus Code of a point: an area of about 14 m × 14 m. */
export const plusCodeOf = ({ lon, lat }: Point): string => codes.encode(lat, lon);

export interface PlusCodePlace {
  /** Always in full. */
  readonly code: string;
  readonly point: Point;
  /** Whether it names a house-sized spot rather than a neighbourhood. */
  readonly isSpot: boolean;
}

/** Reads a Plus Code in what was typed; a short one means the nearest such place to `near`. */
export function plusCodeIn(text: string, near: Point): PlusCodePlace | undefined {
  const typed = CODE_IN_TEXT.exec(text)?.[1]?.toUpperCase();
  if (!typed) return undefined;
  const code = codes.isShort(typed) ? codes.recoverNearest(typed, near.lat, near.lon) : typed;
  if (!codes.isFull(code)) return undefined;
  const area = codes.decode(code);
  const point = roundPoint({ lon: area.longitudeCenter, lat: area.latitudeCenter });
  return { code, point, isSpot: area.codeLength >= 10 };
}
