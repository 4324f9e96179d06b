import { useEffect, useState } from "react";
import type { Money } from "#kernel/money.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import { useOrder } from "#web/drafts/use-order.ts";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import type { PriceListFault } from "#features/quotes/domain/check-price-list.ts";
import { LaterOffer } from "./later-offer.tsx";
import { placeOfNew } from "./place-of-new.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleRow } from "./rule-row.tsx";
import { useTitles } from "#features/quotes/web/public-parts.ts";
import { useOffLevels } from "#features/quotes/web/public-parts.ts";

/** Rules that one list may hold. */
const RULES_MAX = 100;

interface RuleListProps {
  rules: readonly PriceRule[];
  currency: string;
  /** Amount that each rule adds to the example. */
  shares: ReadonlyMap<string, Money>;
  faults: readonly PriceListFault[];
  /** Grows with every press of "publish": the first rule at fault then gets the focus. */
  asked: number;
  onChange: (rules: readonly PriceRule[]) => void;
}

/** The rules from top to bottom: their order is the order in which they count. */
export function RuleList({ rules, currency, shares, faults, asked, onChange }: RuleListProps) {
  const t = useWords("prices");
  const titleOf = useTitles();
  const [editing, setEditing] = useState<PriceRule | "new">();
  const off = useOffLevels();
  const latest = useLatest(rules);
  const { move, keys, focusNext, said } = useOrder(rules, onChange, (rule, place) =>
    t("rule.moved", { title: titleOf(rule), ...place }),
  );
  const firstWrong = faults.find((fault) => fault.ruleId !== null)?.ruleId;
  useEffect(() => {
    if (asked > 0 && firstWrong) document.getElementById(`rule-${firstWrong}-edit`)?.focus();
    // Only a press of "publish" moves the focus, not every new fault.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked]);

  const remove = (at: number) => {
    const rule = rules[at];
    if (!rule) return;
    focusNext(`rule-${(rules[at + 1] ?? rules[at - 1])?.id ?? ""}-edit`);
    onChange(rules.toSpliced(at, 1));
    const undo = () => onChange(latest.current.toSpliced(Math.min(at, latest.current.length), 0, rule));
    showSnack({ text: t("rule.removed", { title: titleOf(rule) }), undo, topic: "price-list" });
  };
  const save = (rule: PriceRule) => {
    const at = rules.findIndex((one) => one.id === rule.id);
    onChange(at === -1 ? rules.toSpliced(placeOfNew(rules, rule.do.kind), 0, rule) : rules.with(at, rule));
    setEditing(undefined);
  };
  const addLater = (withLater: readonly PriceRule[], { id }: PriceRule) => {
    focusNext(`rule-${id}-edit`);
    onChange(withLater);
  };
  return (
    <section aria-labelledby="rules-title">
      <header className="draft-head">
        <h2 className="title" id="rules-title">
          {t("list.rules")}
        </h2>
        <span className="quiet small draft-hint">{t("list.order")}</span>
        {rules.length < RULES_MAX && (
          <Button icon="add" onClick={() => setEditing("new")}>
            {t("rule.add")}
          </Button>
        )}
      </header>
      {rules.length === 0 && (
        <StateMessage kind="empty" icon="price" title={t("list.empty.title")}>
          <p>{t("list.empty.text")}</p>
        </StateMessage>
      )}
      {rules.length + 2 <= RULES_MAX && <LaterOffer rules={rules} onAdd={addLater} />}
      <ol className="rule-list draft-list">
        {rules.map((rule, at) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            currency={currency}
            at={at}
            count={rules.length}
            share={shares.get(rule.id)}
            faults={faults.filter((fault) => fault.ruleId === rule.id)}
            off={off}
            onKeys={keys(at)}
            onMove={(to) => move(at, to)}
            onEdit={() => setEditing(rule)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <p className="hidden-text" aria-live="polite">
        {said}
      </p>
      {editing !== undefined && (
        <RuleDialog
          rule={editing === "new" ? undefined : editing}
          taken={rules.map((rule) => rule.id)}
          currency={currency}
          faults={editing === "new" ? [] : faults.filter((fault) => fault.ruleId === editing.id)}
          onClose={() => setEditing(undefined)}
          onSave={save}
        />
      )}
    </section>
  );
}
