import { type ScanStop, unticked } from "#features/parcels/domain/scan.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";
import { type LoadChecked, MOST_LETTERS, MOST_LINES } from "../../contract/commands.ts";

interface Checked extends ScanStop {
  readonly deliveryId: string;
}

/** One line of a check's result, by the place that it has in the order of all lines. */
interface Line {
  readonly place: string;
  readonly missing?: LoadChecked["missing"][number];
}

/**
 * Result of a load check for the office, also where nothing is wrong: it closes what an earlier one found. Lines that one
 * command cannot carry go into further ones, each of which says between which places it counts.
 */
export function checkEntries(
  date: string,
  stops: readonly Checked[],
  ticked: readonly string[],
  foreign: readonly string[],
): Entry[] {
  const missing = stops
    .map(({ deliveryId, taskId, ...stop }) => ({
      deliveryId,
      taskId,
      codes: unticked({ ...stop, taskId }, ticked),
    }))
    .filter(({ codes }) => codes.length > 0)
    .map((line): Line => ({ place: line.taskId, missing: line }));
  const lines = [...missing, ...foreign.map((place): Line => ({ place }))];
  const parts = partsOf(lines.toSorted((a, b) => (a.place < b.place ? -1 : 1)));
  return parts.map((part, nth) => {
    const body = {
      date,
      missing: part.flatMap((line) => line.missing ?? []),
      foreign: part.flatMap((line) => (line.missing ? [] : line.place)),
      ...(nth > 0 && { after: parts[nth - 1]?.at(-1)?.place }),
      ...(nth < parts.length - 1 && { until: part.at(-1)?.place }),
    };
    return { type: "load_checked", v: 1, body, deliveryId: null, taskId: null, label: date };
  });
}

/** Cuts lines into as many as one command carries; no line is left out. */
function partsOf(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [[]];
  let letters = 0;
  for (const line of lines) {
    const length = JSON.stringify(line.missing ?? line.place).length + 1;
    const part = parts.at(-1);
    if (part && (part.length === 0 || (part.length < MOST_LINES && letters + length <= MOST_LETTERS))) {
      part.push(line);
      letters = part.length === 1 ? length : letters + length;
    } else {
      parts.push([line]);
      letters = length;
    }
  }
  return parts;
}
