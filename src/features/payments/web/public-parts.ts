export { PAYMENT_LOOK } from "./payment-look.ts";
export { ProblemNote } from "./problem-note.tsx";
export type { ProblemFacts, WayActions } from "./problem-note.tsx";
export { READ_EVERY } from "./payment-look.ts";
