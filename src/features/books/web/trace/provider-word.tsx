import { maybeWord, useWords } from "#web/i18n/words.ts";
import { LtrText } from "#web/ui/figures.tsx";

const SAME: Readonly<Record<string, string>> = {
  card_declined: "declined",
  deadline: "silent",
  lock_timeout: "throttled",
  more_permissions_required: "forbidden",
  permission_error: "forbidden",
  platform_api_key_expired: "api_key_expired",
  rate_limit: "throttled",
  secret_key_required: "invalid_api_key",
  StripeConnectionError: "silent",
  testmode_charges_only: "livemode_mismatch",
  unknown: "silent",
};

type Group = "answer" | "dispute.reason";

const KEY: Readonly<Record<Group, (word: string) => string>> = {
  answer: (word) => `answer.${SAME[word] ?? word}`,
  "dispute.reason": (word) => `dispute.reason.${word}`,
};

/**
 * Meaning of a word of the provider; undefined where we do not know it. @param group an answer, or why somebody
 * disputes
 */
export const providerText = (word: string, group: Group): string | undefined =>
  maybeWord("money", KEY[group](word));

interface ProviderWordProps {
  word: string;
  group: Group;
}

/** A word of the provider in the reader's language; one that we do not know stands as it came. */
export function ProviderWord({ word, group }: ProviderWordProps) {
  useWords("money");
  const text = providerText(word, group);
  return text === undefined ? <LtrText>{word}</LtrText> : <span>{text}</span>;
}
