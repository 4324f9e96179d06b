/** Exports of this room's screens for later rooms. */
export { checkTypedPin } from "./check-typed-pin.ts";
export { OfficeFields } from "./office/office-fields.tsx";
export { NO_OFFICE_PROOF, officeOutcome } from "./office/office-proofs.ts";
export type { OfficeNeeds, OfficeTyped } from "./office/office-proofs.ts";
export { OFFICE_SHAPE, officeSchema } from "./office/office-schema.ts";
