import { isProblem } from "../api/problem.ts";
import { useWords } from "../i18n/words.ts";
import { AuthError } from "./auth-error.ts";
import type { SignInFailureCode } from "#contract/sign-in-failures.ts";

/** The sentence for a trouble or an error of signing in. */
export function useAuthText(): (error: unknown) => string {
  const t = useWords("hall");
  return (error) => {
    if (error instanceof AuthError) return t(`auth.${error.trouble}`);
    return isProblem(error, "http.offline") ? t("refusal.http.offline") : t("auth.unreachable");
  };
}

export function useTroubleText(): (trouble: SignInFailureCode) => string {
  const t = useWords("hall");
  return (trouble) => t(`auth.${trouble}`);
}
