import { loadWords } from "#web/i18n/words.ts";
import { chosenTimes } from "#features/dispatch/web/public.ts";
import "./pages.ts";

// Main binds the other slots; one line more there costs a courier's first view 30 bytes, which has none left.
chosenTimes.add(async () => {
  const [{ ChosenTimes }] = await Promise.all([import("./chosen-times.tsx"), loadWords("ribbon")]);
  return ChosenTimes;
});

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
