import type { FailureReason } from "#features/parcels/domain/reasons.ts";
import { type WordLocale, wordLocale } from "#kernel/locale.ts";
import { maybeWord, useLocale, useWords } from "#web/i18n/words.ts";
import { useOffered } from "#web/session/config.ts";
import { nameOfReason, NO_NAMES, OWN_PREFIX, type ReasonTerms, reasonsOf } from "../domain/terms.ts";

const NO_TERMS: readonly ReasonTerms[] = [];

/** The language in which every reason of a company's own has a name: the first on offer. */
export const useOwnLanguage = (): WordLocale => wordLocale(useOffered()[0] ?? "en");

/** Names a reason in the reader's language. */
export function useNameOf(): (reason: Pick<ReasonTerms, "code" | "names">) => string {
  useWords("deliveries");
  const reading = { locale: wordLocale(useLocale()), own: useOwnLanguage() };
  return (reason) =>
    nameOfReason(reason, { ...reading, builtIn: maybeWord("deliveries", `reason.${reason.code}`) });
}

/** Names of reasons by their codes. @param terms those of the company, as far as they are known here */
export function useReasonNames(terms: readonly ReasonTerms[] = NO_TERMS): (code: string) => string {
  const nameOf = useNameOf();
  return (code) => {
    const known = terms.find((one) => one.code === code);
    if (known) return nameOf(known);
    const isOwn = code.startsWith(OWN_PREFIX);
    return (isOwn && maybeWord("deliveries", "reason.own")) || nameOf({ code, names: NO_NAMES });
  };
}

export interface Reasons {
  readonly all: readonly FailureReason[];
  readonly nameOf: (code: string) => string;
}

/** The company's reasons as a phone has them in its stored day. */
export function useReasonsOf(terms: readonly ReasonTerms[] | undefined): Reasons {
  return { all: reasonsOf(terms), nameOf: useReasonNames(terms) };
}
