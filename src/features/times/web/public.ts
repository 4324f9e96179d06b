/** Exports of times for the pages of later rooms. */
export { Expected, FactGap, RouteTimes } from "./line-times.tsx";
