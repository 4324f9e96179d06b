import type { DragEvent } from "react";
import { drag, mark } from "#web/ui/lines/drag.ts";

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

export const carried = (): Load | undefined => load;

/** Starts a drag with a picture of our own that says how much is carried. */
export function pickUp(event: DragEvent, next: Load, text: string): void {
  load = next;
  drag(event, text);
}

export function putDown(): void {
  load = undefined;
  mark(undefined);
}
