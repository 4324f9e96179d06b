import { distanceM, type Point } from "#kernel/geo.ts";
import { TEXT_LIMITS } from "#contract/schemas.ts";
import { addressLine } from "#server/geo/address-line.ts";
import type { PlusCodePlace } from "#server/geo/plus-code.ts";
import type { PlaceHit } from "../contract/api.ts";
import type { PlaceRow } from "./place-queries.ts";

/** A stored place as an address to pick. */
export function hitOf(row: PlaceRow, near: Point | undefined): PlaceHit {
  const point = { lon: row.lon, lat: row.lat };
  const street =
    row.kind === "poi" && row.street ? addressLine(row.street, row.houseNumber ?? "").trim() : undefined;
  const town = [row.postcode, row.city].filter((part) => part !== null).join(" ");
  const label = [row.label, street, town].filter((part) => part !== undefined && part !== "").join(", ");
  return {
    id: String(row.id),
    kind: row.kind,
    address: {
      label: label.slice(0, TEXT_LIMITS.line),
      street: row.street,
      houseNumber: row.houseNumber,
      postcode: row.postcode,
      city: row.city,
      detail: null,
      point,
      precision: row.precision,
      pinConfirmed: false,
    },
    distanceM: near ? distanceM(near, point) : null,
  };
}

/** A Plus Code as an address to pick; `nearby` lends street and town. */
export function plusCodeHit(
  found: PlusCodePlace,
  nearby: PlaceRow | undefined,
  near: Point | undefined,
): PlaceHit {
  const town = [nearby?.postcode, nearby?.city].filter(Boolean).join(" ");
  return {
    id: `plus:${found.code}`,
    kind: "plus-code",
    address: {
      label: [found.code, town].filter((part) => part !== "").join(", "),
      street: nearby?.street ?? null,
      houseNumber: null,
      postcode: nearby?.postcode ?? null,
      city: nearby?.city ?? null,
      detail: null,
      point: found.point,
      precision: found.isSpot ? "rooftop" : "area",
      pinConfirmed: false,
    },
    distanceM: near ? distanceM(near, found.point) : null,
  };
}
