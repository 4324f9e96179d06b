import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { ROLES } from "#kernel/actor.ts";
import { maybeWord, useWords, type WordValues } from "../i18n/words.ts";
import { useConfigIfThere } from "./config.ts";
import type { Failed } from "./failed.ts";
import { isFailureCode } from "./failure-looks.ts";
import type { FailureFacts } from "./port.ts";
import { useSession } from "./session.ts";
import { useUnsent } from "./unsent.ts";

/** What fills the sentences' gaps: the failure's own facts, and what this page knows anyway. */
export function useFailureValues(facts: FailureFacts): WordValues {
  const t = useWords("session");
  const hall = useWords("hall");
  const session = useSession();
  const org = useConfigIfThere()?.org.name ?? location.hostname;
  const waiting = useUnsent();
  const role = ROLES.find((name) => name === facts["role"]);
  const reason = facts["code"];
  return {
    origin: location.origin,
    minutes: 0,
    count: waiting,
    name: session.kind === "signed-in" ? session.name : "",
    was: "",
    org,
    ...facts,
    role: role ? hall(`role.${role}`) : "",
    reason: isFailureCode(reason) ? t(`auth.${reason}`) : String(reason ?? ""),
  };
}

/** The sentence, what is known beyond it, and what an administrator can do. */
export function useFailureText({ code, facts }: Failed): {
  sentence: string;
  detail: string | undefined;
  hint: string | undefined;
} {
  const t = useWords("session");
  const values = useFailureValues(facts);
  const isClockBack = code === "offline-too-long" && facts["code"] === "clock-back";
  const known = NEEDS[code]?.every((fact) => facts[fact] !== undefined) ?? true;
  return {
    sentence: isClockBack ? t("clock-back.offline-too-long", values) : t(`auth.${code}`, values),
    detail: known ? maybeWord("session", `detail.${code}`, values) : undefined,
    hint: maybeWord("session", `admin.${code}`, values),
  };
}

/** Facts without which the detail says nothing. */
const NEEDS: Partial<Record<SignInFailureCode, readonly string[]>> = {
  "wrong-issuer": ["said", "expected"],
  "wrong-address": ["url"],
  "keeps-failing": ["code"],
};
