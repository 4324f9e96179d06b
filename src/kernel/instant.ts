/** A moment: milliseconds since 1970-01-01T00:00:00Z, a whole number. On the wire it is RFC 3339 text in UTC. */
export type Instant = number;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const RFC_3339 = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Longer ones are of years with more digits than RFC 3339 has. */
const OUR_LENGTH = "2026-11-21T09:30:00.000Z".length;

/** RFC 3339 in UTC with milliseconds: `2026-11-21T09:30:00.000Z`. */
export function toIso(instant: Instant): string {
  return new Date(instant).toISOString();
}

/**
 * Reads RFC 3339 text with `Z` or an offset; fractions below a millisecond are cut.
 *
 * @throws RangeError when the text is not RFC 3339 or the date does not exist
 */
export function fromIso(text: string): Instant {
  const instant = Date.parse(text);
  // As we write it ourselves, which is how most come.
  if (text.length === OUR_LENGTH && !Number.isNaN(instant) && toIso(instant) === text) return instant;
  const found = RFC_3339.exec(text);
  const day = found?.[1] ?? "";
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!found || Number.isNaN(instant) || toIso(midnight).slice(0, 10) !== day) {
    throw new RangeError(`not an instant in RFC 3339: ${text}`);
  }
  return instant;
}
