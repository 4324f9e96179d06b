/** Exports of lateness for the pages of later rooms. */
import "./pages.ts";

export { Expected, FactGap } from "./line-times.tsx";
export { Lateness, PromisedTime, RouteLateness, useLateWork } from "./lateness.tsx";
