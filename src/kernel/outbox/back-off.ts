import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";

/** Longest wait before another try, with a network or without: the browser's word about it is a hint only. */
export const LONGEST_WAIT_MS = MINUTE_MS;

/**
 * Wait before the next try after so many failures in a row: 1, 2, 4 … 60 s, half of it by chance.
 *
 * @param random from 0 to 1
 */
export function backOffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_WAIT_MS, SECOND_MS * 2 ** Math.min(Math.max(failures - 1, 0), 16));
  return full / 2 + (full / 2) * random;
}
