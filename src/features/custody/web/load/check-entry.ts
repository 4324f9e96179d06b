import { type ScanStop, unticked } from "#features/courier/domain/scan.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";
import { MOST_LINES } from "../../contract/commands.ts";

interface Checked extends ScanStop {
  readonly deliveryId: string;
}

/**
 * Result of a load check for the office, also where nothing is wrong: it closes what an earlier one found. Lines beyond
 * what one command carries are left out.
 */
export function checkEntry(
  date: string,
  stops: readonly Checked[],
  ticked: readonly string[],
  foreign: readonly string[],
): Entry {
  const missing = stops
    .map((stop) => ({ deliveryId: stop.deliveryId, taskId: stop.taskId, codes: unticked(stop, ticked) }))
    .filter(({ codes }) => codes.length > 0)
    .slice(0, MOST_LINES);
  const body = { date, missing, foreign: foreign.slice(0, MOST_LINES) };
  return { type: "load_checked", v: 1, body, deliveryId: null, taskId: null, label: date };
}
