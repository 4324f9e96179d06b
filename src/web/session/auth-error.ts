import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { FailureFacts } from "./port.ts";

/** Signing in failed, for one of the known reasons. The cause is for reports only. */
export class AuthError extends Error {
  readonly trouble: SignInFailureCode;
  readonly facts: FailureFacts;
  constructor(trouble: SignInFailureCode, cause?: unknown, facts: FailureFacts = {}) {
    super(trouble, { cause });
    this.name = "AuthError";
    this.trouble = trouble;
    this.facts = facts;
  }
}
