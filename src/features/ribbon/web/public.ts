import { loadWords } from "#web/i18n/words.ts";
import "./pages.ts";

/** Stands in the heading of a courier on the board. */
export async function loadCourierFacts() {
  const [{ CourierFacts }] = await Promise.all([import("./courier-day.tsx"), loadWords("ribbon")]);
  return CourierFacts;
}

/** Stands below the facts of a courier on the board. */
export async function loadCourierLine() {
  const [{ CourierLine }] = await Promise.all([import("./courier-day.tsx"), loadWords("ribbon")]);
  return CourierLine;
}

/** Stands beside the pointer while a delivery is dragged over the board. */
export async function loadDragCosts() {
  const [{ DragCosts }] = await Promise.all([import("./drag-costs.tsx"), loadWords("ribbon")]);
  return DragCosts;
}
