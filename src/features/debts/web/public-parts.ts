/** Parts that later rooms show, without the lazy doors of `public.tsx`. */
export { dueWord } from "./owed/due-word.ts";
export { PurposeName } from "./owed/purpose-name.tsx";
export { LookButton, RefusedNote } from "./owed/refused-note.tsx";
export { LinkSent, SendLink } from "./owed/send-link.tsx";
export { type Unpaid, useReceivables } from "./owed/use-receivables.ts";
export { useMe } from "./use-me.ts";
