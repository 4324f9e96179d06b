/** Parts that later rooms show, without the lazy doors of `public.tsx`. */
export { dueWord } from "./dues/due-word.ts";
export { PurposeName } from "./owed/purpose-name.tsx";
export { LookButton, RefusedNote } from "./owed/refused-note.tsx";
export { LinkSent, SendLink } from "./owed/send-link.tsx";
export { useUnpaid } from "./owed/use-unpaid.ts";
export { useMe } from "./use-me.ts";
