import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { Role } from "#kernel/actor.ts";
import type { Diagnosis, Hint } from "./diagnosis.ts";

/**
 * Values of the placeholders of a failure's sentence: `origin`, `expected`, `said`, `minutes`, `name`, `was`,
 * `code`, …
 */
export type FailureFacts = Readonly<Record<string, string | number>>;

export type SessionState =
  /** A stored session is looked for, an answer is checked, or the page leaves for the provider. */
  | { readonly kind: "signing-in" }
  | { readonly kind: "signed-out"; readonly trouble?: SignInFailureCode; readonly facts?: FailureFacts }
  | {
      readonly kind: "signed-in";
      readonly subject: string;
      readonly name: string;
      readonly roles: readonly Role[];
      /** The provider cannot be asked; what is stored goes on. */
      readonly offline: boolean;
      /** Why it cannot be asked: no network, the provider is busy or silent, or our own server lacks its keys. */
      readonly why?: "busy" | "offline" | "service-starting";
    };

/** Something to say besides the state: it stays until somebody has read it. */
export interface Notice {
  readonly code: SignInFailureCode;
  readonly facts?: FailureFacts;
}

export interface LoginOptions {
  /** Person who wants to sign in, e.g. a demo person. */
  hint?: string;
  /** Path to come back to; only our own origin is accepted. Default: the current page. */
  returnTo?: string;
  prompt?: "login" | "select_account" | "create";
  /** Demands on the sign-in: `max_age` in seconds, `acr_values` divided by spaces. */
  wanted?: { readonly max_age?: string; readonly acr_values?: string } | undefined;
  /** Somebody pressed a button: goes on although three sign-ins just came to nothing. */
  insist?: boolean;
}

export interface LogoutOptions {
  /** Ends the session of this browser only and stays on the page: the provider is neither called nor visited. */
  hereOnly?: boolean;
}

export interface AccountFacts {
  readonly name: string;
  readonly email?: string;
  /** Address of a picture, as the provider gives it. */
  readonly picture?: string;
  /** The provider's page for passwords and devices. */
  readonly consoleUrl?: string;
}

/**
 * How people sign in. Driver 1 speaks OpenID Connect in the browser; another may sit on our own server later.
 *
 * Failures reject with `AuthError`; calls that cannot go out reject with `Problem` (`http.offline`, `http.unreachable`).
 */
export interface AuthPort {
  /** Finds the stored session, if any. Never needs the provider. */
  start(): Promise<void>;
  /** Leaves the page for the provider. Rejects when it cannot be asked. */
  login(options?: LoginOptions): Promise<void>;
  /** Checks the provider's answer; resolves to the path to go on to. */
  finish(answer: URL): Promise<string>;
  /** Forgets the session here and in all tabs, then goes to the provider to end it there too. */
  logout(options?: LogoutOptions): Promise<void>;
  /** A call to our own server with the sign-in on it; as a guest without one. */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  state(): SessionState;
  roles(): readonly Role[];
  /** Runs after every change of the state, the account or the notices; answers how to stop. */
  on(listener: () => void): () => void;
  account(): AccountFacts;
  notices(): readonly Notice[];
  dismiss(code: SignInFailureCode): void;
  /** Collects the facts that support needs. Holds neither token nor key. */
  diagnose(): Promise<Diagnosis>;
  /** Asks the provider once whether the session still lives. */
  confirm(hint: Hint): Promise<void>;
}
