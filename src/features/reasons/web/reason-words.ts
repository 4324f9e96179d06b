import { isolated } from "#kernel/isolated.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { ReasonTerms } from "../contract/shapes.ts";
import { checkReasons, type ReasonFaultCode } from "../domain/check-reasons.ts";
import { useNameOf, useOwnLanguage } from "./use-reason-names.ts";

/** Consequences of a reason as one line: whose fault, what comes next, what the courier brings. */
export function useTermsText(): (reason: ReasonTerms) => string {
  const t = useWords("reasons");
  const f = useFormat();
  return ({ fault, nextAction, proofs }) =>
    [
      t(`fault.${fault}`),
      t(`next.${nextAction}`),
      ...(proofs.length === 0
        ? []
        : [t("needs", { proofs: f.list(proofs.map((proof) => t(`proof.${proof}`))) })]),
    ].join(" · ");
}

/** Sentences of the faults of a list, each with the reason at fault. */
export const FAULT_WORDS = {
  "not-each-once": "refusal.not-each-once",
  "too-many": "refusal.too-many",
  "not-own": "refusal.not-own",
  "no-name": "refusal.no-name",
  "same-name": "refusal.same-name",
  "other-stage": "refusal.other-stage",
  "other-action": "refusal.other-action",
  "proof-twice": "refusal.proof-twice",
  "last-on": "refusal.last-on",
} as const satisfies Record<ReasonFaultCode, string>;

export interface FaultText {
  /** Place in the list, e.g. `3.names.de`; blank for the whole of it. */
  readonly path: string;
  readonly text: string;
}

/** Tells what is wrong with a list of reasons, by the rules that the server checks. */
export function useFaultTexts(
  saved: readonly ReasonTerms[],
): (reasons: readonly ReasonTerms[]) => FaultText[] {
  const t = useWords("reasons");
  const own = useOwnLanguage();
  const nameOf = useNameOf();
  return (reasons) =>
    checkReasons(reasons, { saved, own }).map(({ path, code }) => {
      const at = path.split(".").slice(1);
      const reason = reasons[Number(at[0])];
      const text = t(FAULT_WORDS[code]);
      if (!reason) return { path: "", text };
      return { path: at.join("."), text: t("at-fault", { name: isolated(nameOf(reason)), text }) };
    });
}
