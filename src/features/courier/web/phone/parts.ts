/** Parts that come beside the outbox, in one file: the rules of the day, facts about storage, text that comes back, loss. */
export { dayShown } from "./day-shown.ts";
export { draftsOf } from "#kernel/outbox/drafts-of.ts";
export { watchReadings } from "#web/phone/readings.ts";
export { othersOf, rememberOwner, showOthers } from "./owner-counts.ts";
export { courierStorage, needReserve } from "#web/phone/storage-check.ts";
