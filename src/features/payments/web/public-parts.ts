/** Parts that later rooms show, without the lazy doors of `public.tsx`. */
export { PAYMENT_LOOK } from "./payment-look.ts";
export { ProblemNote } from "./problem-note.tsx";
export type { ProblemFacts, WayActions } from "./problem-note.tsx";
export { READ_EVERY } from "./read-every.ts";
