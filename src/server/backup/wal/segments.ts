/** A file of PostgreSQL's write-ahead log, 16 MB. */
export interface Segment {
  readonly timeline: number;
  /** Counts from 0 within its timeline. */
  readonly nth: number;
}

const SEGMENT_BYTES = 16 * 1024 * 1024;
/** Segments of the 4 GB that the middle of a name counts. */
const PER_LOG = 2 ** 32 / SEGMENT_BYTES;

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, "0");

/** PostgreSQL's name: timeline, log and segment, eight digits each. */
export const nameOfSegment = ({ timeline, nth }: Segment): string =>
  `${hex(timeline)}${hex(Math.floor(nth / PER_LOG))}${hex(nth % PER_LOG)}`;

/** Reads PostgreSQL's name of a segment; undefined where it names none. */
export function segmentOf(name: string): Segment | undefined {
  const [, timeline, log, within] = /^([\dA-F]{8})([\dA-F]{8})([\dA-F]{8})$/.exec(name) ?? [];
  if (timeline === undefined || log === undefined || within === undefined) return undefined;
  return { timeline: parseInt(timeline, 16), nth: parseInt(log, 16) * PER_LOG + parseInt(within, 16) };
}

/** Segment that holds a place of the log, as PostgreSQL writes it: `3/A1000028`. */
export function segmentAt(timeline: number, place: string): Segment {
  const [log = "0", within = "0"] = place.split("/");
  return { timeline, nth: parseInt(log, 16) * PER_LOG + Math.floor(parseInt(within, 16) / SEGMENT_BYTES) };
}

/** Segments from one on, in order, as far as none is missing. */
export function unbroken<S extends Segment>(kept: readonly S[], from: Segment): S[] {
  const byNth = new Map(
    kept.filter(({ timeline }) => timeline === from.timeline).map((one) => [one.nth, one]),
  );
  const row: S[] = [];
  for (let next = byNth.get(from.nth); next; next = byNth.get(next.nth + 1)) row.push(next);
  return row;
}
