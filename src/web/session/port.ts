import type { Role } from "#kernel/actor.ts";
import type { Authorizer } from "../api/send.ts";

/** Why nobody is signed in, or why signing in failed: the F-numbers of the sign-in design. */
export type AuthTrouble =
  | "unreachable" // F1
  | "wrong-address" // F2
  | "wrong-issuer" // F3
  | "cancelled" // F4
  | "busy" // F5
  | "stale-link" // F6
  | "took-too-long" // F8
  | "not-verified" // F9
  | "ended-elsewhere" // F13
  | "expired" // F16
  | "insecure"; // F31

export type SessionState =
  | { readonly kind: "starting" }
  | { readonly kind: "signed-out"; readonly trouble?: AuthTrouble }
  | {
      readonly kind: "signed-in";
      readonly subject: string;
      readonly name: string;
      readonly roles: readonly Role[];
      /** The provider cannot be reached; what is stored goes on. */
      readonly offline: boolean;
    };

export interface LoginOptions {
  /** Who wants to sign in, e.g. a demo person. */
  hint?: string;
  /** Path to come back to; only our own origin is accepted. Default: the current page. */
  returnTo?: string;
  prompt?: "login" | "select_account" | "create";
}

/** How people sign in. Driver 1 speaks OpenID Connect in the browser; another may sit on our own server later. */
export interface AuthPort extends Authorizer {
  /** Finds the stored session, if any. Never needs the provider. */
  start(): Promise<void>;
  /** Leaves the page for the provider. Rejects with a trouble when it cannot be asked. */
  login(options?: LoginOptions): Promise<void>;
  /** Finishes the provider's answer; resolves to the path to go on to. */
  finish(answer: URL): Promise<string>;
  logout(): Promise<void>;
  state(): SessionState;
  on(listener: () => void): () => void;
  /** Where people change their password and see their devices. */
  accountUrl(): string | undefined;
}
