import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useValueText } from "./report-texts.ts";
import { type CardName, type Unit, type Value, numberOf } from "./views.ts";

export interface FigureCardProps {
  name: CardName;
  unit: Unit;
  now: Value;
  before: Value;
  better: "up" | "down" | null;
  /** The deliveries behind it; null where the reader may not see them. */
  href: string | null;
}

/** One number, the one before, a sentence that says what it counts, and the way to its deliveries. */
export function FigureCard({ name, unit, now, before, better, href }: FigureCardProps) {
  const t = useWords("reports");
  const valueText = useValueText();
  const [is, was] = [numberOf(now), numberOf(before)];
  const turn = is === null || was === null || is === was ? null : is > was ? "up" : "down";
  return (
    <Card title={t(`figure.${name}`)} className="figure-card">
      <p className="report-number">{valueText(now, unit)}</p>
      <p className="small figure-turn">
        {turn !== null && <Icon name={turn} size="small" />}
        {t("before", { value: valueText(before, unit) })}
        {turn !== null && better !== null && (
          <span className={`strong figure-${turn === better ? "better" : "worse"}`}>
            {t(turn === better ? "turn.better" : "turn.worse")}
          </span>
        )}
      </p>
      <p className="quiet small">{t(`counts.${name}`)}</p>
      {href !== null && (
        <p className="small">
          <a href={href}>
            {t("behind.link")}
            <span className="hidden-text">: {t(`figure.${name}`)}</span>
          </a>
        </p>
      )}
    </Card>
  );
}
