/** Exports of dispatch for the pages of later rooms. */
export { useReasonText } from "./quotes/reason-text.ts";
export { type CourierQuote, QuoteText } from "./quotes/quote-text.tsx";
export { PATIENCE_MS, useQuotes } from "./quotes/use-quotes.ts";
export { VEHICLE_ICON } from "./lines.tsx";
export { useBoard } from "./use-board.ts";
export type {
  AssignAsk,
  AssignPlace,
  BoardKeyProps,
  ChooseLinesProps,
  CourierDayProps,
  HandOverAsk,
  MapPaneProps,
} from "./board-parts.ts";
export { chosenTimes, type ChosenTimesProps } from "./chosen-times.ts";
export { handingOver } from "./plan/handing-over.ts";
export { isForeseen } from "./plan/plan.ts";
export { planPath } from "./plan/plan-path.ts";
export { isDone, loadOf, matches } from "./rows.ts";
export { type SelectionStore, useCursorCourier, useSelectedIds, useShownCourier } from "./selection-store.ts";
