/** Where a failure of signing in is shown: a whole page, a line over the page, a small word in the bar, or nowhere. */
export type FailurePlace = "page" | "banner" | "chip" | "silent";

/** What the person can do: one button, or nothing because Waybill goes on by itself. */
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
  readonly number: `F${number}`;
  readonly when: string;
  /** Key of its sentence: `auth.<code>` in the hall's words; absent where nothing is said. */
  readonly code?: SignInFailureCode;
  readonly place: FailurePlace;
  readonly way: FailureWay;
}

/** Number, when, where it is shown, way out, word of its sentence. */
type Row = readonly [`F${number}`, string, FailurePlace, FailureWay, string?];

const ROWS = [
  ["F1", "The provider does not answer at the first sign-in.", "page", "retry", "unreachable"],
  [
    "F2",
    "Its description is missing or a page of the network (captive portal, wrong address).",
    "page",
    "retry",
    "wrong-address",
  ],
  ["F3", "It names itself differently than configured.", "page", "by-itself", "wrong-issuer"],
  ["F4", "The person cancels at the provider.", "page", "sign-in", "cancelled"],
  ["F5", "The provider says that it is busy or broken.", "page", "retry", "busy"],
  [
    "F6",
    "An answer comes that nobody here asked for: a bookmark, another browser.",
    "page",
    "sign-in",
    "stale-link",
  ],
  ["F7", "The answer's address is opened again while signed in (Back button).", "silent", "by-itself"],
  ["F8", "The answer comes more than an hour after leaving.", "page", "sign-in", "took-too-long"],
  [
    "F9",
    "A check of the answer fails: signature, issuer, audience, nonce, times.",
    "page",
    "sign-in",
    "not-verified",
  ],
  [
    "F10",
    "The browser may not call the provider from our origin (not registered there).",
    "page",
    "retry",
    "origin-refused",
  ],
  ["F11", "The token endpoint answers HTML, a fault or not within 10 s.", "page", "sign-in", "busy"],
  ["F12", "The account has no role here.", "page", "other-account", "no-role"],
  ["F13", "The session was ended elsewhere; what was typed is kept.", "page", "sign-in", "ended-elsewhere"],
  ["F14", "Another tab signed out.", "page", "sign-in", "ended-elsewhere"],
  ["F15", "Another person signed in in another tab.", "banner", "keep-a-copy", "person-switched"],
  ["F16", "The refresh token ran out while nobody looked (sleep, weekend).", "page", "sign-in", "expired"],
  ["F17", "The answer came to the browser instead of the installed app.", "page", "restart-app", "other-app"],
  ["F18", "The network is lost while working.", "chip", "by-itself", "offline"],
  ["F19", "A refresh is answered by 5xx or 429.", "chip", "by-itself", "provider-busy"],
  ["F20", "Signing out while the provider cannot be reached.", "banner", "provider", "provider-not-told"],
  ["F21", "The provider has no address for signing out.", "banner", "provider", "provider-keeps-session"],
  [
    "F22",
    "The device's clock is off by more than 5 minutes and no server told the right time.",
    "page",
    "retry",
    "clock-off",
  ],
  [
    "F23",
    "The proof of this browser's key is refused again after a fresh nonce and clock.",
    "page",
    "sign-in",
    "proof-refused",
  ],
  ["F24", "A role was taken away while working.", "page", "go-on", "role-removed"],
  ["F25", "The browser refuses storage (private mode, full).", "banner", "by-itself", "storage-refused"],
  ["F26", "Browser data was cleared while running.", "page", "sign-in", "storage-cleared"],
  [
    "F27",
    "The allowed hours without the provider are over; what is stored is kept.",
    "page",
    "by-itself",
    "offline-too-long",
  ],
  [
    "F28",
    "The app starts without network and nobody ever signed in.",
    "page",
    "by-itself",
    "first-time-offline",
  ],
  ["F29", "The session ended while work waits to be sent.", "page", "sign-in", "unsent-work"],
  ["F30", "The session frame is blocked, silent or answers an error.", "silent", "by-itself"],
  ["F31", "The page is no secure context.", "page", "open-secure", "insecure"],
  ["F32", "The browser lacks locks, channels or a database.", "page", "update-browser", "old-browser"],
  ["F33", "Three sign-ins within a minute came to nothing.", "page", "retry", "keeps-failing"],
  ["F34", "The provider forgot everything (restarted without its data).", "page", "sign-in", "expired"],
  ["F35", "Our server cannot read the provider's keys yet.", "chip", "by-itself", "service-starting"],
  [
    "F36",
    "Our server refuses the token's audience (realm configured wrongly).",
    "page",
    "retry",
    "wrong-audience",
  ],
  ["F37", "The provider wanted another step and did not get it.", "page", "sign-in", "cancelled"],
  ["F38", "The account was locked or disabled while working.", "page", "sign-in", "ended-or-disabled"],
  ["F39", "The same person finished two sign-ins in two tabs.", "silent", "by-itself"],
  ["F40", "A long-open event stream dies.", "silent", "by-itself"],
] as const satisfies readonly Row[];

type Coded = Extract<(typeof ROWS)[number], { length: 5 }>;
/** The word for a failure that has a sentence. */
export type SignInFailureCode = Coded[4];

/** Every way in which signing in or staying signed in can go wrong, and what people then see. Sentences, tests and specification follow it. */
export const SIGN_IN_FAILURES: readonly SignInFailure[] = ROWS.map(([number, when, place, way, code]) => ({
  number,
  when,
  place,
  way,
  ...(code !== undefined && { code }),
}));
