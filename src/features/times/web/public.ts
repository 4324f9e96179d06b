/** Exports of times for the pages of later rooms. */
export { Expected, FactGap } from "./line-times.tsx";
