import { isTerminal } from "#features/deliveries/domain/state.ts";
import { keptUntil } from "#features/hub/domain/keeping.ts";
import { isAlwaysOpen, isWholeDay, nextOpenings } from "#features/hub/domain/openings.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { qrCode } from "#server/pdf/symbols.ts";
import type { Collecting } from "../contract/api.ts";
import type { Followed } from "./queries.ts";

/** Quiet edge around a code, in modules; ISO/IEC 18004 asks for four. */
const QUIET = 4;

/** Tells whoever collects it at the hub where, when and by which code; undefined where nobody does. */
export function collecting({ delivery, hub, keptLonger }: Followed, now: Instant): Collecting | undefined {
  const { state, handover, hubSince, number } = delivery;
  if (handover?.how !== "hub" || isTerminal(state) || state === "returning" || state === "attempt_failed")
    return undefined;
  const { address, hours, timezone, keepDays } = hub;
  return {
    address,
    always: isAlwaysOpen(hours, timezone, now),
    open: nextOpenings(hours, timezone, now).map(({ start, end }) => ({
      start: toIso(start),
      end: toIso(end),
      wholeDay: isWholeDay({ start, end }, timezone),
    })),
    ready:
      state === "at_hub" && hubSince !== null
        ? { keptUntil: toIso(keptUntil(hubSince, keepDays, keptLonger)), code: drawn(number) }
        : null,
  };
}

/** A number as a QR code; modules beside each other are one stroke of its path. */
function drawn(number: string): { size: number; path: string } {
  const { width, dark } = qrCode(number);
  const runs: [number, number, number][] = [];
  for (const [x, y] of dark) {
    const last = runs.at(-1);
    if (last && last[1] === y && last[0] + last[2] === x) last[2] += 1;
    else runs.push([x, y, 1]);
  }
  const path = runs.map(([x, y, length]) => `M${x + QUIET} ${y + QUIET}h${length}v1h-${length}z`).join("");
  return { size: width + 2 * QUIET, path };
}
