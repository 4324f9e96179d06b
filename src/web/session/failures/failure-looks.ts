import {
  SIGN_IN_FAILURES,
  type FailureWay,
  type SignInFailure,
  type SignInFailureCode,
} from "#contract/sign-in-failures.ts";
import type { StateKind } from "../../ui/state-message.tsx";
import type { IconName } from "../../ui/icon-name.ts";
import type { SessionWord } from "../words.ts";

export interface FailureLook {
  readonly title: SessionWord;
  readonly icon: IconName;
  readonly kind: StateKind;
}

const look = (title: SessionWord, icon: IconName, kind: StateKind = "signed-out"): FailureLook => ({
  title,
  icon,
  kind,
});
const FAILED = look("title.failed", "refresh");
const OUT = look("title.signed-out", "login");
const SET_UP = look("title.not-set-up", "settings", "error");

/** Title and picture of each failure that takes a page. The others need neither. */
const LOOKS: Partial<Record<SignInFailureCode, FailureLook>> = {
  unreachable: look("title.failed", "offline"),
  "wrong-address": look("title.failed", "help"),
  "wrong-issuer": look("title.not-sure", "lock", "error"),
  cancelled: look("title.cancelled", "undo"),
  busy: look("title.failed", "clock"),
  "stale-link": look("title.failed", "link"),
  "took-too-long": look("title.failed", "clock"),
  "not-verified": look("title.not-sure", "lock", "error"),
  "origin-refused": SET_UP,
  "no-role": look("title.no-role", "people", "forbidden"),
  "ended-elsewhere": OUT,
  "ended-or-disabled": OUT,
  expired: look("title.signed-out", "clock"),
  "storage-cleared": look("title.signed-out", "delete"),
  "unsent-work": look("title.unsent", "upload"),
  "other-app": look("title.app", "home"),
  "clock-off": look("title.clock", "clock"),
  "proof-refused": look("title.not-sure", "lock", "error"),
  "role-removed": look("title.role-removed", "lock", "forbidden"),
  "offline-too-long": look("title.connect", "lock", "offline"),
  "first-time-offline": look("title.connect", "offline", "offline"),
  insecure: look("title.secure", "lock", "error"),
  "old-browser": look("title.browser", "system", "error"),
  "keeps-failing": look("title.failed", "pause", "error"),
  "token-refused": SET_UP,
  "policy-blocked": SET_UP,
};

export const lookOfFailure = (code: SignInFailureCode): FailureLook => LOOKS[code] ?? FAILED;

const rowsOf = (code: SignInFailureCode): readonly SignInFailure[] =>
  SIGN_IN_FAILURES.filter((row) => row.code === code);

/** Way out of a failure. Rows that share a sentence share the first one's button. */
export const wayOf = (code: SignInFailureCode): FailureWay => rowsOf(code)[0]?.way ?? "sign-in";

/** `F5 F11`: the numbers that this sentence stands for, in reports. */
export const numbersOf = (code: SignInFailureCode): string =>
  rowsOf(code)
    .map(({ number }) => number)
    .join(" ");

export const isFailureCode = (text: unknown): text is SignInFailureCode =>
  SIGN_IN_FAILURES.some((row) => row.code === text);
