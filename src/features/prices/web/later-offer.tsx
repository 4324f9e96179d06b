import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { laterRules } from "#features/quotes/domain/later-rules.ts";
import { withLaterRules } from "./later-rules.ts";

interface LaterOfferProps {
  rules: readonly PriceRule[];
  /** Given the list with the rules, and the first of them. */
  onAdd: (rules: readonly PriceRule[], first: PriceRule) => void;
}

/** Says that the list prices no further try, or no way back, and puts the rule for it in at one press. */
export function LaterOffer({ rules, onAdd }: LaterOfferProps) {
  const t = useWords("prices");
  const missing = rules.length === 0 ? [] : laterRules(rules);
  const [only] = missing;
  if (!only) return null;
  const what = missing.length > 1 ? "both" : only.do.kind === "return" ? "return" : "extraAttempt";
  const add = () => onAdd(withLaterRules(rules), only);
  return (
    <Banner
      tone="info"
      actions={
        <Button icon="add" onClick={add}>
          {t(`later.add.${what}`)}
        </Button>
      }
    >
      {t(`later.missing.${what}`)}
    </Banner>
  );
}
