/** The way out of a refusal, offered with its sentence (word `way.…` of the hall). */
export const WAYS = [
  "mend",
  "retry",
  "wait",
  "reload",
  "go-back",
  "new-price",
  "sign-in",
  "ask-admin",
  "contact",
  "report",
] as const;
export type Way = (typeof WAYS)[number];
