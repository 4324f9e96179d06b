import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { isProblem } from "../../api/problem.ts";
import { AuthError } from "../auth-error.ts";
import type { FailureFacts, LoginOptions } from "../port.ts";

export interface Failed {
  readonly code: SignInFailureCode;
  readonly facts: FailureFacts;
  /** Demands of the sign-in that failed. */
  readonly wanted?: LoginOptions["wanted"];
}

/** Maps an error of signing in to the failure that people read. */
export function failureOf(error: unknown): Failed {
  if (error instanceof AuthError) return { code: error.trouble, facts: error.facts, wanted: error.wanted };
  const code = isProblem(error, "http.offline") ? "first-time-offline" : "unreachable";
  return { code, facts: {} };
}
