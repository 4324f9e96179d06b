/** Parts of the desk's order that a standing order asks for, too. */
export { Account } from "./account.tsx";
export { CallerField } from "./caller-field.tsx";
export { EntryPlaces } from "./entry-places.tsx";
export {
  EMPTY_ENTRY,
  fromCaller,
  Payer,
  payerOf,
  sameAgain,
  tripPart,
  typedContact,
  typedParcel,
} from "./entry-values.ts";
export type { EntryForm, EntryTyped } from "./entry-values.ts";
export { Way } from "./way.tsx";
