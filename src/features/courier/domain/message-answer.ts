/** Answers to a message that one press gives. */
export const READY_ANSWERS = ["yes", "no", "call_me"] as const;
export type ReadyAnswer = (typeof READY_ANSWERS)[number];

/** A ready one, or what the courier typed. */
export type MessageAnswer =
  | { readonly ready: ReadyAnswer; readonly text: null }
  | { readonly ready: null; readonly text: string };
