import { useSyncExternalStore } from "react";

/** One delivery from the sender to the recipient, by the people of the demo. */
export const TOUR_STEPS = ["book", "assign", "deliver", "follow"] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

/** Step of a walk through the demo; `done` after the last one. */
export interface Tour {
  readonly step: TourStep | "done";
  /** The order that was booked on the way. */
  readonly orderId?: string;
}

const STORED = "wb.tour";
const listeners = new Set<() => void>();
let tour: Tour | undefined = read();

function read(): Tour | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    if (typeof stored !== "object" || stored === null) return undefined;
    const step = [...TOUR_STEPS, "done" as const].find((one) => one === Reflect.get(stored, "step"));
    const orderId: unknown = Reflect.get(stored, "orderId");
    return step && { step, ...(typeof orderId === "string" && { orderId }) };
  } catch {
    return undefined;
  }
}

/** Keeps where the walk stands for this tab, across sign-ins; nothing ends it. */
export function setTour(next: Tour | undefined): void {
  tour = next;
  try {
    if (next) sessionStorage.setItem(STORED, JSON.stringify(next));
    else sessionStorage.removeItem(STORED);
  } catch {
    // Without storage the walk ends with this page.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTour = (): Tour | undefined => useSyncExternalStore(subscribe, () => tour);
