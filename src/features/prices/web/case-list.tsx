import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { PriceCase } from "#features/quotes/contract/price-list.ts";
import type { PriceList } from "#features/quotes/domain/price-rule.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { tryOut } from "./example.ts";
import { exactDistance, exactMass, moneyOf } from "./rule-words.ts";

interface CaseListProps {
  cases: readonly PriceCase[];
  /** The list as it stands on the screen. */
  list: PriceList;
  /** Grows with every press of "publish": failing cases are then told. */
  asked: number;
  onChange: (cases: readonly PriceCase[]) => void;
}

/** Test cases of a list, each priced by the rules on the screen. */
export function CaseList({ cases, list, asked, onChange }: CaseListProps) {
  const t = useWords("prices");
  const costs = cases.map(({ facts }) => tryOut(list, facts).price?.total.minor);
  const failing = cases.filter(({ totalMinor }, at) => totalMinor !== costs[at]).length;
  return (
    <Card title={t("case.title")} className="trial">
      <p className="quiet small">{t("case.text")}</p>
      {failing > 0 && (
        <div role="alert" key={asked}>
          <Banner tone="trouble">{t("case.failing", { n: failing })}</Banner>
        </div>
      )}
      <ul className="case-list" aria-label={t("case.title")}>
        {cases.map((one, at) => (
          <CaseRow
            key={at}
            one={one}
            cost={costs[at]}
            currency={list.currency}
            onChange={(next) => onChange(cases.with(at, next))}
            onRemove={() => onChange(cases.toSpliced(at, 1))}
          />
        ))}
      </ul>
    </Card>
  );
}

interface CaseRowProps {
  one: PriceCase;
  /** Total by the list on the screen; undefined where it has no price. */
  cost: number | undefined;
  currency: string;
  onChange: (one: PriceCase) => void;
  onRemove: () => void;
}

function CaseRow({ one, cost, currency, onChange, onRemove }: CaseRowProps) {
  const t = useWords("prices");
  const f = useFormat();
  const locale = useLocale();
  const { nameOf } = useLevelNames();
  const { facts, name, totalMinor } = one;
  const expected = f.money(moneyOf(totalMinor, currency));
  const isRight = cost === totalMinor;
  const detail = f.list([
    exactDistance(f, facts.distanceM),
    exactMass(f, facts.massG),
    nameOf(facts.serviceLevel),
    `${weekdayName(facts.weekday, locale)} ${f.clock(facts.timeOfDay)}`,
  ]);
  return (
    <li className="rule-condition" data-testid="price-case">
      <div className="draft-text">
        <TextField
          label={t("case.label")}
          value={name}
          onChange={(next) => onChange({ ...one, name: next })}
        />
        <span className="quiet small">{detail}</span>
        {isRight ? (
          <span className="small">
            <Icon name="check" size="small" /> {t("case.passes", { expected })}
          </span>
        ) : (
          <span className="field-error">
            <Icon name="error" size="small" />
            {cost === undefined
              ? t("case.no-price", { expected })
              : t("case.fails", { expected, actual: f.money(moneyOf(cost, currency)) })}
          </span>
        )}
        {!isRight && cost !== undefined && (
          <Button onClick={() => onChange({ ...one, totalMinor: cost })}>
            {t("case.accept", { actual: f.money(moneyOf(cost, currency)) })}
          </Button>
        )}
      </div>
      <IconButton icon="delete" label={t("case.remove", { name })} onClick={onRemove} />
    </li>
  );
}
