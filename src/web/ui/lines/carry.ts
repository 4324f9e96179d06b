import type { DragEvent } from "react";
import { drag, lineUnder, mark } from "./drag.ts";

/** The load being dragged over the board; kept here because the platform hides a drag's data until the drop. */
export interface Load {
  readonly deliveryIds: readonly string[];
  /** Set when exactly one stop is carried: dropped on its own route, it only changes its place. */
  readonly stop?: { readonly taskId: string; readonly courierId: string };
}

/** Target of a drop. `beforeTaskId` null is the end of the route; absent, the best place on it. */
export interface Drop {
  readonly courierId: string;
  readonly beforeTaskId?: string | null;
}

let load: Load | undefined;

/** Key of the line that the drag began on: it stays in the page, or the platform ends the drag unheard. */
let held: string | undefined;
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

export const carried = (): Load | undefined => load;
export const heldKey = (): string | undefined => held;
export const onCarried = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Starts a drag with a picture of our own that says how much is carried. */
export function pickUp(event: DragEvent, next: Load, text: string): void {
  load = next;
  drag(event, text);
  held = lineUnder(event)?.dataset["key"];
  // A page that changes while a drag begins may end it.
  setTimeout(tell, 0);
}

export function putDown(): void {
  load = held = undefined;
  mark(undefined);
  tell();
}
