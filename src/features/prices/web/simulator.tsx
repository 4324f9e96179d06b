import { weekdayName } from "#web/i18n/weekday-name.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { type Example, factsOf, type Trial } from "./example.ts";
import { PriceTrace } from "#features/quotes/web/public.ts";
import { useZoneNames } from "./use-zone-names.ts";

interface SimulatorProps {
  example: Example;
  onChange: (example: Example) => void;
  trial: Trial;
  /** Keeps the example and its price as a test case of the list. */
  onKeep: () => void;
}

/** No code of a zone. */
const OUTSIDE = "*";
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** An example priced by the rules as they stand on the screen, with every step of the sum. */
export function Simulator({ example, onChange, trial, onKeep }: SimulatorProps) {
  const t = useWords("prices");
  const f = useFormat();
  const locale = useLocale();
  const zones = useZoneNames() ?? new Map<string, string>();
  const { levels, nameOf } = useLevelNames();
  const inZone = [...zones].map(([value, label]) => ({ value, label }));
  const set = (change: Partial<Example>) => onChange({ ...example, ...change });
  const isReadable = factsOf(example) !== undefined;
  return (
    <Card title={t("try.title")} className="trial">
      <p className="quiet small">{t("try.text")}</p>
      <div className="trial-fields">
        <TextField
          label={t("try.distance")}
          inputMode="decimal"
          suffix={unitSign(f, "kilometer")}
          value={example.km}
          onChange={(km) => set({ km })}
        />
        <TextField
          label={t("try.mass")}
          inputMode="decimal"
          suffix={unitSign(f, "kilogram")}
          value={example.kg}
          onChange={(kg) => set({ kg })}
        />
        <TextField
          label={t("try.parcels")}
          inputMode="numeric"
          value={example.parcels}
          onChange={(parcels) => set({ parcels })}
        />
        <TextField
          label={t("try.time")}
          type="time"
          value={example.time}
          onChange={(time) => set({ time })}
        />
        <div className="trial-wide">
          <Select
            label={t("try.level")}
            value={example.level}
            onChange={(level) => set({ level })}
            options={levels.map(({ code }) => ({ value: code, label: nameOf(code) }))}
          />
        </div>
        <div className="trial-wide">
          <Select
            label={t("try.weekday")}
            value={example.weekday}
            onChange={(weekday) => set({ weekday })}
            options={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayName(day, locale) }))}
          />
        </div>
        <TextField
          label={t("try.lead")}
          inputMode="numeric"
          suffix={unitSign(f, "minute")}
          value={example.lead}
          onChange={(lead) => set({ lead })}
        />
        <Select
          label={t("fact.specialDay")}
          value={example.specialDay}
          onChange={(specialDay) => set({ specialDay })}
          options={(["no", "yes"] as const).map((value) => ({ value, label: t(`try.${value}`) }))}
        />
        {inZone.length > 0 &&
          (["zoneFrom", "zoneTo"] as const).map((fact) => (
            <Select
              key={fact}
              label={t(fact === "zoneFrom" ? "try.zone-from" : "try.zone-to")}
              value={example[fact] || OUTSIDE}
              onChange={(zone) => set({ [fact]: zone === OUTSIDE ? "" : zone })}
              options={[{ value: OUTSIDE, label: t("try.no-zone") }, ...inZone]}
            />
          ))}
      </div>
      <div className="trial-price" aria-live="polite" data-testid="trial-price">
        {trial.price ? (
          <>
            <PriceTrace price={trial.price} />
            <Button icon="add" onClick={onKeep}>
              {t("case.keep")}
            </Button>
          </>
        ) : (
          <Banner tone="warning">{isReadable ? t("try.no-price") : t("try.unreadable")}</Banner>
        )}
      </div>
    </Card>
  );
}
