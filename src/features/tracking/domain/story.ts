import {
  type DeliveryStateName,
  type PublicWord,
  PUBLIC_WORD_OF,
} from "#features/deliveries/domain/state.ts";
import { type Instant, toIso } from "#kernel/instant.ts";
import type { Turn } from "./turn.ts";

/** One event of a delivery, with the state that it led to. */
export interface Step {
  readonly type: string;
  readonly taskId: string | null;
  readonly state: DeliveryStateName;
  readonly occurredAt: Instant;
  /** Parcels that a try handed over without the rest. */
  readonly brought?: number | null;
}

const CORRECTION = "delivery.corrected";
const OUTCOMES: ReadonlySet<string> = new Set([
  "delivery.collected",
  "delivery.pickup_failed",
  "delivery.delivered",
  "delivery.attempt_failed",
  "delivery.returned",
  "delivery.return_failed",
  CORRECTION,
]);

/**
 * The steps as a recipient should read them. A correction replaces the outcome that it corrects and what followed from
 * it (another try that was planned, a way back), and no step lies after `now`, whatever the courier's clock said.
 */
export function storyOf(steps: readonly Step[], now: Instant): Step[] {
  let told: Step[] = [];
  for (const step of steps) {
    if (step.type === CORRECTION) {
      const wrong = told.findLastIndex(({ type, taskId }) => OUTCOMES.has(type) && taskId === step.taskId);
      if (wrong !== -1) told = told.slice(0, wrong);
    }
    told.push({ ...step, occurredAt: Math.min(step.occurredAt, now) });
  }
  return told;
}

const TURN_OF: Readonly<Record<string, Turn>> = {
  "delivery.reopened": "reopened",
  "delivery.found": "found",
};
const PICKED_UP: ReadonlySet<string> = new Set(["delivery.collected", CORRECTION]);

interface Told {
  readonly state: PublicWord;
  readonly at: string;
  readonly turn?: Turn;
  /** Parcels handed over until then, where a try brought a part of them. */
  readonly brought?: number;
}

/** The public words in the order they came true; inner steps that read the same are one. */
export function timelineOf(steps: readonly Step[]): Told[] {
  let brought = 0;
  let wasWithUs = false;
  const shown = steps.map(({ type, ...step }): Told => {
    const state = PUBLIC_WORD_OF[step.state];
    const isAgain = state === "with_us" && wasWithUs && !PICKED_UP.has(type);
    const turn = TURN_OF[type] ?? (isAgain ? "again" : undefined);
    wasWithUs ||= state === "with_us";
    brought += step.brought ?? 0;
    const told = { state, at: toIso(step.occurredAt), ...(turn && { turn }) };
    return step.brought ? { ...told, brought } : told;
  });
  return shown.filter((entry, n) => entry.state !== shown[n - 1]?.state);
}
