import { parseParcelCode } from "#kernel/parcel-code.ts";

/** A stop of the day, as far as scanning matters. */
export interface ScanStop {
  readonly taskId: string;
  readonly kind: "collect" | "deliver" | "return";
  readonly state: string;
  /** The courier does not have the parcels of a delivery or return. */
  readonly blocked: boolean;
  readonly custody: string;
  readonly parcels: readonly { readonly code: string }[];
}

/** Meaning of a code: `other-stop` is in the courier's day but not expected here, `foreign` is in no stop of the day. */
export type ScanResult<S extends ScanStop = ScanStop> =
  | { readonly kind: "ticked" | "again" | "foreign"; readonly code: string }
  | { readonly kind: "other-stop"; readonly code: string; readonly stop: S }
  | { readonly kind: "no-code" };

export interface Expected<S extends ScanStop> {
  /** Stops whose parcels are to be ticked here. */
  readonly here: readonly S[];
  /** All stops of the day. */
  readonly day: readonly S[];
  readonly ticked: readonly string[];
}

/** Judges a text that was scanned or typed. */
export function judgeScan<S extends ScanStop>(
  text: string,
  { here, day, ticked }: Expected<S>,
): ScanResult<S> {
  const code = parseParcelCode(text);
  if (code === undefined) return { kind: "no-code" };
  if (here.some((stop) => holds(stop, code)))
    return { kind: ticked.includes(code) ? "again" : "ticked", code };
  // A delivery has several stops: the one that is ahead says more than the one that is over.
  const stops = day.filter((stop) => holds(stop, code));
  const stop = stops.find(isAhead) ?? stops.at(-1);
  return stop ? { kind: "other-stop", code, stop } : { kind: "foreign", code };
}

const holds = (stop: ScanStop, code: string): boolean => stop.parcels.some((parcel) => parcel.code === code);

const isAhead = ({ state }: ScanStop): boolean => !["succeeded", "failed", "cancelled"].includes(state);

/** Stops whose parcels must lie in the vehicle at the start: collected earlier, or waiting at the hub. */
export const toLoad = <S extends ScanStop>(day: readonly S[]): S[] =>
  day.filter((stop) => stop.kind !== "collect" && isAhead(stop) && (!stop.blocked || stop.custody === "hub"));

/** Codes of a stop that were not ticked. */
export const unticked = (stop: ScanStop, ticked: readonly string[]): string[] =>
  stop.parcels.map(({ code }) => code).filter((code) => !ticked.includes(code));
