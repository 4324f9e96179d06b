import { useFormat } from "#web/i18n/format.ts";
import { useConfig } from "#web/session/config.ts";
import { useWords } from "#web/i18n/words.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import type { ProofRule } from "../contract/api.ts";
import type { ProofNeed } from "../domain/needs.ts";

export interface RuleWords {
  /** Work and end that the rule is about. */
  readonly title: string;
  /** Condition as a sentence. */
  readonly when: string;
  readonly required: string | undefined;
  readonly preferred: string | undefined;
}

/** Puts rules into the reader's words. */
export function useRuleWords(): (rule: ProofRule) => RuleWords {
  const t = useWords("proofs");
  const f = useFormat();
  const { currency } = useConfig();
  const { nameOf } = useLevelNames();
  const names = (needs: readonly ProofNeed[]) =>
    needs.length === 0 ? undefined : f.list(needs.map((need) => t(`need.${need}`)));
  return ({ phase, end, required, preferred, when }) => {
    const parts = [
      ...(when.serviceLevels.length > 0 ? [f.list(when.serviceLevels.map(nameOf))] : []),
      ...(when.sizes.length > 0 ? [f.list(when.sizes.map((size) => t(`size.${size}`)))] : []),
      ...(when.fragile ? [t("when.fragile")] : []),
      ...(when.minMassG === null ? [] : [t("when.from-mass", { mass: f.mass(when.minMassG) })]),
      ...(when.minValueMinor === null
        ? []
        : [t("when.from-value", { value: f.money({ minor: when.minValueMinor, currency }) })]),
      ...(when.ageRestricted ? [t("when.age")] : []),
    ];
    return {
      title: t(`at.${phase}.${end}`),
      when: parts.length === 0 ? t("when.always") : t("when.only", { parts: parts.join(" · ") }),
      required: names(required),
      preferred: names(preferred),
    };
  };
}
