import * as z from "zod/mini";
import { Id } from "#contract/schemas.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { PROOF_NEEDS } from "#features/proofs/domain/needs.ts";
import { ParcelSize } from "#features/quotes/contract/api.ts";
import { parcelCode } from "#kernel/parcel-code.ts";
import { MOST_DELIVERIES } from "../domain/handover-code.ts";

/** Begins the text of a handover's QR code. */
const PREFIX = "WBH1";
/** Longest text whose code a phone reads from another phone's screen. Without the stops' details it is shorter. */
const MOST_LETTERS = 1_200;

/** Address, person and parcels of a stop, so that the taker's phone shows it without a network. Short names: letters cost. */
const Detail = z.object({
  n: z.string(),
  k: z.enum(["deliver", "return"]),
  l: z.string(),
  e: z.nullable(z.string()),
  at: z.tuple([z.number(), z.number()]),
  g: z.string(),
  c: z.string(),
  p: z.nullable(z.string()),
  w: z.tuple([z.int(), z.int()]),
  /** Size, grams, and marks: 1 fragile, 2 for adults. */
  s: z.array(z.tuple([ParcelSize, z.int(), z.int()])),
  r: z.array(z.enum(PROOF_NEEDS)),
});

const Shown = z.object({
  c: z.string().check(z.regex(/^\d{10}$/)),
  p: z
    .array(z.object({ d: Id, t: Id, i: z.optional(Detail) }))
    .check(z.minLength(1), z.maxLength(MOST_DELIVERIES)),
});

/** Parcels of a code, each with its stop where the code tells it. */
export interface ReadHandover {
  readonly code: string;
  readonly parcels: readonly {
    readonly deliveryId: string;
    readonly taskId: string;
    readonly stop: CourierStop | null;
  }[];
}

function detailOf(stop: CourierStop): z.output<typeof Detail> {
  const { number, kind, address, addressTag, contactName, contactPhone, window, parcels, required } = stop;
  return {
    n: number,
    k: kind === "return" ? "return" : "deliver",
    l: address.label,
    e: address.detail,
    at: [address.point.lon, address.point.lat],
    g: addressTag,
    c: contactName,
    p: contactPhone,
    w: [Date.parse(window.start), Date.parse(window.end)],
    s: parcels.map(({ size, massG, fragile, ageRestricted }) => [
      size,
      massG,
      Number(fragile) + 2 * Number(ageRestricted === true),
    ]),
    r: [...required],
  };
}

/** The text that the giver's phone shows as a QR code. */
export function qrTextOf(code: string, stops: readonly CourierStop[]): string {
  const ids = stops.map(({ deliveryId, taskId }) => ({ d: deliveryId, t: taskId }));
  const text = (p: object[]) => PREFIX + JSON.stringify({ c: code, p });
  const whole = text(stops.map((stop, at) => ({ ...ids[at], i: detailOf(stop) })));
  return whole.length <= MOST_LETTERS ? whole : text(ids);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the text of a scanned code; undefined for any other code. */
export function readQrText(text: string): ReadHandover | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const read = Shown.safeParse(parsed(text.slice(PREFIX.length)));
  if (!read.success) return undefined;
  const { c, p } = read.data;
  return {
    code: c,
    parcels: p.map(({ d, t, i }) => ({ deliveryId: d, taskId: t, stop: i ? stopOf(d, t, i) : null })),
  };
}

function stopOf(deliveryId: string, taskId: string, detail: z.output<typeof Detail>): CourierStop {
  const [lon, lat] = detail.at;
  const [start, end] = detail.w;
  return {
    taskId,
    deliveryId,
    number: detail.n,
    seq: 0,
    kind: detail.k,
    state: "assigned",
    window: { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
    address: {
      label: detail.l,
      street: null,
      houseNumber: null,
      postcode: null,
      city: null,
      detail: detail.e,
      point: { lon, lat },
      precision: "rooftop",
      pinConfirmed: true,
    },
    addressTag: detail.g,
    contactName: detail.c,
    contactPhone: detail.p,
    note: "",
    parcels: detail.s.map(([size, massG, marks], at) => ({
      size,
      massG,
      contents: "",
      fragile: marks % 2 === 1,
      ...(marks >= 2 && { ageRestricted: true }),
      code: parcelCode({ number: detail.n, index: at + 1 }),
    })),
    proofs: [],
    required: detail.r,
    preferred: [],
    blocked: false,
    custody: "courier",
    cash: null,
    correctableUntil: null,
  };
}
