/** Screens of the office for later rooms, apart from what a courier's pages bring along. */
export { OfficeFields } from "./office/office-fields.tsx";
export { NO_OFFICE_PROOF, officeOutcome } from "./office/office-proofs.ts";
export type { OfficeNeeds, OfficeTyped } from "./office/office-proofs.ts";
export { PictureInput } from "./office/picture-input.tsx";
export { OFFICE_SHAPE, officeSchema } from "./office/office-schema.ts";
