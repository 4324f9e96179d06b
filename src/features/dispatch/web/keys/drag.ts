import type { DragEvent } from "react";

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
let marked: HTMLElement | undefined;

export const carried = (): Load | undefined => load;

/** Starts a drag with a picture of our own that says how much is carried. */
export function pickUp(event: DragEvent, next: Load, text: string): void {
  load = next;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", text);
  const picture = document.createElement("div");
  picture.className = "drag-picture";
  picture.textContent = text;
  document.body.append(picture);
  event.dataTransfer.setDragImage(picture, 12, 12);
  setTimeout(() => picture.remove(), 0);
}

export function putDown(): void {
  load = undefined;
  mark(undefined);
}

export type Edge = "before" | "after" | "into";

/** Marks the target on the element itself: thousands of lines need not render for it. */
export function mark(element: HTMLElement | undefined, edge?: Edge): void {
  if (marked && marked !== element) delete marked.dataset["drop"];
  marked = element;
  if (element && edge) element.dataset["drop"] = edge;
}

/** Which half of a line the pointer is over. */
export function edgeOf(event: DragEvent, element: HTMLElement): "before" | "after" {
  const { top, height } = element.getBoundingClientRect();
  return event.clientY < top + height / 2 ? "before" : "after";
}

export const lineUnder = (event: DragEvent): HTMLElement | undefined => {
  const found = event.target instanceof Element ? event.target.closest("[data-key]") : null;
  return found instanceof HTMLElement ? found : undefined;
};
