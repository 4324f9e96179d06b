import type { AuthTrouble } from "./port.ts";

/** Signing in failed, for one of the known reasons. The cause is for reports only. */
export class AuthError extends Error {
  readonly trouble: AuthTrouble;
  constructor(trouble: AuthTrouble, cause?: unknown) {
    super(trouble, { cause });
    this.name = "AuthError";
    this.trouble = trouble;
  }
}
