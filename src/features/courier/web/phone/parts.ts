/** Parts that come beside the outbox, in one file: all that is read to be shown, what a person leaves, text that comes back. */
export { dropMap } from "#web/map/kept/map-cache.ts";
export { phoneReader, forgetPerson } from "./read-phone.ts";
export { draftsOf } from "#kernel/outbox/drafts-of.ts";
export { showOthers } from "./owner-counts.ts";
export { freeRoom, needReserve } from "#web/phone/storage-check.ts";
