/** Parts that come beside the outbox, in one file: the rules of the day, facts about storage, text that comes back. */
export { dayShown } from "./day-shown.ts";
export { draftsOf } from "./drafts-of.ts";
export { courierStorage, needReserve } from "./storage-check.ts";
