/**
 * Place at which a sign-in failure is shown: a whole page, a line over the page, a small word in the bar, or none.
 */
export type FailurePlace = "page" | "banner" | "chip" | "silent";

/** The person's way out: one button, or none because Waybill goes on by itself. */
export type FailureWay =
  | "sign-in" // begin again; comes back to the same page
  | "retry" // the same step once more
  | "other-account"
  | "open-secure" // the same page at https://
  | "restart-app" // open the installed app
  | "update-browser"
  | "go-on" // to a page that this person may see
  | "provider" // a link to the provider's own page
  | "keep-a-copy" // what was typed may be copied before it is dropped
  | "by-itself";

export interface SignInFailure {
  /** Number in the design of sign-in. */
  readonly number: FailureNumber;
  /** Key of its sentence: `auth.<code>` in the hall's words; absent where nothing is said. */
  readonly code?: SignInFailureCode;
  readonly place: FailurePlace;
  readonly way: FailureWay;
}

/** Number, where it is shown, way out, word of its sentence. */
type Row = readonly [`F${number}`, FailurePlace, FailureWay, string?];

const ROWS = [
  ["F1", "page", "retry", "unreachable"],
  ["F2", "page", "retry", "wrong-address"],
  ["F3", "page", "by-itself", "wrong-issuer"],
  ["F4", "page", "sign-in", "cancelled"],
  ["F5", "page", "retry", "busy"],
  ["F6", "page", "sign-in", "stale-link"],
  ["F7", "silent", "by-itself"],
  ["F8", "page", "sign-in", "took-too-long"],
  ["F9", "page", "sign-in", "not-verified"],
  ["F10", "page", "retry", "origin-refused"],
  ["F11", "page", "sign-in", "busy"],
  ["F12", "page", "other-account", "no-role"],
  ["F13", "page", "sign-in", "ended-elsewhere"],
  ["F14", "page", "sign-in", "ended-elsewhere"],
  ["F15", "banner", "keep-a-copy", "person-switched"],
  ["F16", "page", "sign-in", "expired"],
  ["F17", "page", "restart-app", "other-app"],
  ["F18", "chip", "by-itself", "offline"],
  ["F19", "chip", "by-itself", "provider-busy"],
  ["F20", "banner", "provider", "provider-not-told"],
  ["F21", "banner", "provider", "provider-keeps-session"],
  ["F22", "page", "retry", "clock-off"],
  ["F23", "page", "sign-in", "proof-refused"],
  ["F24", "page", "go-on", "role-removed"],
  ["F25", "banner", "by-itself", "storage-refused"],
  ["F26", "page", "sign-in", "storage-cleared"],
  ["F27", "page", "by-itself", "offline-too-long"],
  ["F28", "page", "by-itself", "first-time-offline"],
  ["F29", "page", "sign-in", "unsent-work"],
  ["F30", "silent", "by-itself"],
  ["F31", "page", "open-secure", "insecure"],
  ["F32", "page", "update-browser", "old-browser"],
  ["F33", "page", "retry", "keeps-failing"],
  ["F34", "page", "sign-in", "expired"],
  ["F35", "chip", "by-itself", "service-starting"],
  ["F36", "page", "retry", "token-refused"],
  ["F37", "page", "sign-in", "cancelled"],
  ["F38", "page", "sign-in", "ended-or-disabled"],
  ["F39", "silent", "by-itself"],
  ["F40", "silent", "by-itself"],
  ["F41", "page", "retry", "policy-blocked"],
] as const satisfies readonly Row[];

type Coded = Extract<(typeof ROWS)[number], { length: 4 }>;
/** The word for a failure that has a sentence. */
export type SignInFailureCode = Coded[3];

/** The numbers of all failures. */
export type FailureNumber = (typeof ROWS)[number][0];

/** Every way in which signing in or staying signed in can go wrong, and what people then see. Sentences, tests and specification follow it. */
export const SIGN_IN_FAILURES: readonly SignInFailure[] = ROWS.map(([number, place, way, code]) => ({
  number,
  place,
  way,
  ...(code !== undefined && { code }),
}));
