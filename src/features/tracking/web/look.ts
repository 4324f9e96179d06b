import type { Look } from "#web/ui/status.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import type { PublicState, TrackingView } from "../contract/api.ts";

/** Colour and picture of each public state. */
export const STATE_LOOK: Readonly<Record<PublicState, Look>> = {
  booked: { tone: "waiting", icon: "receipt" },
  being_collected: { tone: "moving", icon: "bike" },
  pickup_problem: { tone: "trouble", icon: "warning" },
  with_us: { tone: "moving", icon: "parcel" },
  on_its_way: { tone: "moving", icon: "route" },
  at_the_door: { tone: "near", icon: "door" },
  missed: { tone: "trouble", icon: "note" },
  delivered: { tone: "done", icon: "check-circle" },
  returning: { tone: "back", icon: "return" },
  returned: { tone: "back", icon: "return" },
  cancelled: { tone: "ended", icon: "close" },
  lost: { tone: "trouble", icon: "search" },
  disposed: { tone: "ended", icon: "delete" },
};

const FORWARD = ["booked", "collected", "on-the-way", "delivered"] as const;
const BACK = ["booked", "collected", "back", "returned"] as const;
export type StepName = (typeof FORWARD)[number] | (typeof BACK)[number];

/** How many of the four steps are behind. The place between two steps is the style sheet's, by state. */
const REACHED: Partial<Record<PublicState, number>> = {
  booked: 1,
  being_collected: 1,
  pickup_problem: 1,
  with_us: 2,
  on_its_way: 3,
  at_the_door: 3,
  missed: 3,
  delivered: 4,
  returning: 3,
  returned: 4,
};

export interface Way {
  readonly steps: readonly StepName[];
  readonly reached: number;
}

/** The way from booking to doorstep, or back; none for what ended in between. */
export function wayOf(state: PublicState): Way | undefined {
  const reached = REACHED[state];
  if (reached === undefined) return undefined;
  return { steps: state === "returning" || state === "returned" ? BACK : FORWARD, reached };
}

const OVER: ReadonlySet<PublicState> = new Set([
  "delivered",
  "returning",
  "returned",
  "cancelled",
  "lost",
  "disposed",
]);
/** Whether the recipient still waits for it. */
export const isAwaited = (state: PublicState): boolean => !OVER.has(state);

const RIDES: Readonly<Record<string, IconName>> = {
  foot: "person",
  bike: "bike",
  cargo_bike: "bike",
  moped: "bike",
  car: "van",
  van: "van",
};

/** Picture that rides along the line: the courier's vehicle once it is known, else the parcel. */
export const riderOf = ({ state, courier }: TrackingView): IconName => {
  if (state === "delivered") return "check";
  if (state === "missed" || state === "pickup_problem") return "warning";
  if (courier) return RIDES[courier.vehicle] ?? "bike";
  return state === "on_its_way" || state === "being_collected" ? "bike" : STATE_LOOK[state].icon;
};
