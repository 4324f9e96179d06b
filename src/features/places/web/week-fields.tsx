import { FormText } from "#web/forms/fields.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import type { HoursForm } from "./hours-text.ts";
import { addOpening, copyDay, type OpeningText } from "./hours-text.ts";

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const WORKDAYS = [1, 2, 3, 4, 5] as const;
/** Openings that one day may have. */
const OPENINGS_MAX = 6;

/** The week: each day closed, or with one or several openings. */
export function WeekFields({ form }: { form: HoursForm }) {
  const t = useWords("places");
  const f = useFormat();
  const weekly = useValue(form, "hours.weekly");
  const set = (next: OpeningText[]) => form.set("hours.weekly", next);
  return (
    <Card title={t("hours.week")}>
      <p className="quiet small">{t("hours.midnight", { midnight: f.clock("00:00") })}</p>
      <ul className="week">
        {DAYS.map((day) => (
          <Day key={day} form={form} day={day} weekly={weekly} onSet={set} />
        ))}
      </ul>
    </Card>
  );
}

interface DayProps {
  form: HoursForm;
  day: number;
  weekly: readonly OpeningText[];
  onSet: (weekly: OpeningText[]) => void;
}

function Day({ form, day, weekly, onSet }: DayProps) {
  const t = useWords("places");
  const name = weekdayName(day, useLocale());
  const openings = weekly.flatMap((rule, at) => (rule.weekday === day ? [at] : []));
  return (
    <li className="week-day" data-testid={`day-${day}`}>
      <h3 className="strong">{name}</h3>
      <div className="week-openings">
        {openings.length === 0 && <span className="quiet week-closed">{t("hours.closed")}</span>}
        {openings.map((at, n) => (
          <div className="week-opening" key={at}>
            <FormText
              form={form}
              name={`hours.weekly.${at}.opens`}
              label={t("hours.opens", { day: name, n: n + 1 })}
              type="time"
            />
            <FormText
              form={form}
              name={`hours.weekly.${at}.closes`}
              label={t("hours.closes", { day: name, n: n + 1 })}
              type="time"
            />
            <IconButton
              icon="close"
              label={t("hours.remove", { day: name, n: n + 1 })}
              onClick={() => onSet(weekly.toSpliced(at, 1))}
            />
            {weekly[at]?.opens === "00:00" && weekly[at].closes === "00:00" && (
              <span className="quiet small week-all-day">{t("preview.all-day")}</span>
            )}
          </div>
        ))}
      </div>
      <span className="week-tools">
        {openings.length < OPENINGS_MAX && (
          <IconButton
            icon="add"
            label={t("hours.add", { day: name })}
            onClick={() => onSet(addOpening(weekly, day))}
          />
        )}
        <Menu
          iconOnly
          icon="copy"
          label={t("hours.copy", { day: name })}
          items={[
            {
              label: t("hours.copy-workdays"),
              onSelect: () => onSet(copyDay(form.get("hours.weekly"), day, WORKDAYS)),
            },
            {
              label: t("hours.copy-all"),
              onSelect: () => onSet(copyDay(form.get("hours.weekly"), day, DAYS)),
            },
          ]}
        />
      </span>
    </li>
  );
}
