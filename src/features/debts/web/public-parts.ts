export { dueWord } from "./owed/purpose-name.tsx";
export { PurposeName } from "./owed/purpose-name.tsx";
export { LookButton, RefusedNote } from "./owed/send-link.tsx";
export { LinkSent, SendLink } from "./owed/send-link.tsx";
export { type Unpaid, useReceivables } from "./owed/use-receivables.ts";
