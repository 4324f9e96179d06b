import type { LocalDate } from "#kernel/local-time.ts";
import type { Formats } from "./format.ts";

/** A date as a day, "Sat, 21 Nov", wherever the reader is. */
export const dayName = ({ day }: Pick<Formats, "day">, date: LocalDate): string =>
  day(`${date}T12:00:00Z`, "UTC");
