import type { DragEvent } from "react";

/** Starts a drag with a picture of our own that says how much is carried. */
export function drag(event: DragEvent, text: string): void {
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", text);
  const picture = document.createElement("div");
  picture.className = "drag-picture";
  picture.textContent = text;
  document.body.append(picture);
  event.dataTransfer.setDragImage(picture, 12, 12);
  setTimeout(() => picture.remove(), 0);
}

export type Edge = "before" | "after" | "into";

let marked: HTMLElement | undefined;

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
