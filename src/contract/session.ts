import type { Machine } from "#kernel/machine.ts";

/** The specification's constants of a session, the same for every install. Specification and tests read them here. */
export const SESSION_TIMES = {
  /** Seconds between two checks whether the session still lives. */
  sessionCheckEveryS: 5,
  /** Seconds to wait for a message of the provider; also the limit of every call to it. */
  providerMessageWaitS: 10,
  /** Seconds that a sign-in may be on its way; it works once. */
  pendingSignInS: 3600,
} as const;

export const SESSION_PHASES = ["signed-out", "signing-in", "signed-in", "signed-in-offline"] as const;
/** Value of `data-session` on the root element. */
export type SessionPhase = (typeof SESSION_PHASES)[number];

/** A session in the browser. The code obeys this table; nothing else changes the phase. */
export const sessionMachine = {
  name: "session",
  initial: "signed-out",
  states: SESSION_PHASES,
  terminal: [],
  soft: [],
  refusal: "http.internal",
  transitions: [
    {
      name: "begin",
      from: ["signed-out"],
      to: "signing-in",
      actors: ["person", "browser"],
      guard: "A stored session is looked for, the provider's answer has come, or the page leaves for it.",
    },
    {
      name: "fail",
      from: ["signing-in"],
      to: "signed-out",
      actors: ["browser", "identity-provider"],
      guard: "Nothing is stored, or the answer is missing, refused, too late or not to be verified.",
    },
    {
      name: "confirm",
      from: ["signed-out", "signing-in", "signed-in", "signed-in-offline"],
      to: "signed-in",
      actors: ["identity-provider", "browser"],
      guard: "Every check of the answer passed; a refresh succeeded; or another tab stored a living session.",
    },
    {
      name: "wait",
      from: ["signed-out", "signing-in", "signed-in", "signed-in-offline"],
      to: "signed-in-offline",
      actors: ["browser"],
      guard:
        "A session is stored, the provider cannot be asked, and the last answer is younger than the allowed hours.",
    },
    {
      name: "end",
      from: ["signed-in", "signed-in-offline"],
      to: "signed-out",
      actors: ["person", "identity-provider", "browser"],
      guard:
        "The person signs out here or in another tab, the provider refuses the refresh, the stored session is gone, or the allowed hours without the provider are over. Never because of silence.",
    },
  ],
} as const satisfies Machine<SessionPhase, string>;
