import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { isTokenFault, TOKEN_FAULTS } from "#contract/token-faults.ts";
import { ROLES } from "#kernel/actor.ts";
import { maybeWord, useWords, type WordValues } from "../../i18n/words.ts";
import { useConfigIfThere } from "../config.ts";
import type { Failed } from "./failed.ts";
import { isFailureCode } from "./failure-looks.ts";
import type { FailureFacts } from "../port.ts";
import { useSession } from "../session.ts";
import { useUnsent } from "./unsent.ts";
import { faultWord } from "./fault-word.ts";
import type { SessionWord } from "../words.ts";

/** Values of the sentences' placeholders: the failure's own facts, and those that this page knows anyway. */
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
    lost: 0,
    org,
    ...facts,
    role: role ? hall(`role.${role}`) : "",
    fault: t(faultWord(reason), { code: String(reason ?? "") }),
    settings: isTokenFault(reason) ? TOKEN_FAULTS[reason].settings.join(", ") : "",
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
  const joinBy = useConfigIfThere()?.joinBy;
  const known = NEEDS[code]?.every((fact) => facts[fact] !== undefined) ?? true;
  const hasHint = code !== "token-refused" || values["settings"] !== "";
  return {
    sentence: t(sentenceOf({ code, facts }, joinBy), values),
    detail: known ? maybeWord("session", `detail.${code}`, values) : undefined,
    hint: hasHint ? maybeWord("session", `admin.${code}`, values) : undefined,
  };
}

/**
 * Sentences for installs in which roles decide who joins: token and membership count together, so both are named.
 */
const BY_ROLES: Partial<Record<SignInFailureCode, SessionWord>> = {
  "no-role": "roles.no-role",
  "role-removed": "roles.role-removed",
};

function sentenceOf({ code, facts }: Failed, joinBy: BrowserConfig["joinBy"] | undefined): SessionWord {
  if (code === "offline-too-long" && facts["code"] === "clock-back") return "clock-back.offline-too-long";
  return (joinBy === "roles" ? BY_ROLES[code] : undefined) ?? `auth.${code}`;
}

/** Facts without which the detail says nothing. */
const NEEDS: Partial<Record<SignInFailureCode, readonly string[]>> = {
  "wrong-issuer": ["said", "expected"],
  "wrong-address": ["url"],
  "token-refused": ["said"],
  "keeps-failing": ["code"],
  "storage-cleared": ["lost"],
};
