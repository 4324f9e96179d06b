import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { FailureFacts, LoginOptions } from "./port.ts";

/** Signing in failed, for one of the known reasons. The cause is for reports only. */
export class AuthError extends Error {
  readonly trouble: SignInFailureCode;
  readonly facts: FailureFacts;
  /** Demands of the sign-in that failed; the next one makes them too. */
  readonly wanted: LoginOptions["wanted"];
  constructor(
    trouble: SignInFailureCode,
    cause?: unknown,
    facts: FailureFacts = {},
    wanted?: LoginOptions["wanted"],
  ) {
    super(trouble, { cause });
    this.name = "AuthError";
    this.trouble = trouble;
    this.facts = facts;
    this.wanted = wanted;
  }
}
