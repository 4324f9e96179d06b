import type { KeyboardEvent } from "react";
import type { Money } from "#kernel/money.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { RowTools } from "#web/drafts/row-tools.tsx";
import { classes } from "#web/ui/class-names.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { PriceRule } from "#features/quotes/contract/price-list.ts";
import { LATER_KINDS } from "#features/quotes/domain/price-rule.ts";
import type { PriceListFault } from "#features/quotes/domain/check-price-list.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { faultSentence } from "./fault-words.ts";
import { sentenceOf } from "./rule-words.ts";
import { useTitles } from "#features/quotes/web/public-parts.ts";
import { useZoneNames } from "./use-zone-names.ts";

interface RuleRowProps {
  rule: PriceRule;
  currency: string;
  at: number;
  count: number;
  /** Amount that it adds to the example; absent where it does not apply. */
  share: Money | undefined;
  faults: readonly PriceListFault[];
  /** Levels that are not sold now. */
  off: ReadonlySet<string>;
  onKeys: (event: KeyboardEvent) => void;
  onMove: (to: number) => void;
  onEdit: () => void;
  onRemove: () => void;
}

export function RuleRow({
  rule,
  currency,
  at,
  count,
  share,
  faults,
  off,
  onKeys,
  onMove,
  onEdit,
  onRemove,
}: RuleRowProps) {
  const t = useWords("prices");
  const titleOf = useTitles();
  const f = useFormat();
  const locale = useLocale();
  const zones = useZoneNames();
  const { nameOf: levelName } = useLevelNames();
  const id = `rule-${rule.id}`;
  const title = titleOf(rule);
  const isLater = LATER_KINDS.some((kind) => kind === rule.do.kind);
  return (
    // The keys belong to the row's own buttons: Alt with an arrow moves the rule whose button has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes("rule", share !== undefined && "rule-fired", faults.length > 0 && "rule-wrong")}
      data-testid="price-rule"
      onKeyDown={onKeys}
    >
      <span className="rule-number figure" aria-hidden="true">
        {f.number(at + 1)}
      </span>
      <span className="rule-text draft-text">
        <span className="strong">{title}</span>
        <span className="quiet">{sentenceOf(rule, { t, f, currency, zones, levelName }, locale)}</span>
        <OffNote rule={rule} off={off} />
        {faults.map((fault) => (
          <span key={fault.path + fault.code} className="field-error">
            <Icon name="error" size="small" />
            {faultSentence(fault, { f, currency, levelName })}
          </span>
        ))}
      </span>
      <span className="rule-share">
        {share === undefined ? (
          <span className="quiet small">{t("rule.not-here")}</span>
        ) : (
          <>
            <span className="hidden-text">{t("rule.adds")}</span>
            {isLater ? (
              <span className="quiet">({f.money(share)})</span>
            ) : (
              <MoneyText amount={share} strong />
            )}
          </>
        )}
      </span>
      <RowTools
        className="rule-tools"
        id={id}
        at={at}
        count={count}
        words={{
          up: t("rule.up", { title }),
          down: t("rule.down", { title }),
          edit: t("rule.edit", { title }),
          remove: t("rule.remove", { title }),
        }}
        onMove={onMove}
        onEdit={onEdit}
        onRemove={onRemove}
      />
    </li>
  );
}

/** Levels in the rule's conditions that nobody can book now. */
function OffNote({ rule, off }: Pick<RuleRowProps, "rule" | "off">) {
  const levels = useWords("levels");
  const { nameOf } = useLevelNames();
  const f = useFormat();
  const named = rule.when.flatMap((one) => (one.fact === "serviceLevel" ? one.in : []));
  const gone = named.filter((level) => off.has(level));
  if (gone.length === 0) return null;
  return (
    <span className="rule-off small">
      <Icon name="warning" size="small" />
      {levels("rule-off", { levels: f.list(gone.map(nameOf)) })}
    </span>
  );
}
