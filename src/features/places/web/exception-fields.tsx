import { addDays, localAt } from "#kernel/local-time.ts";
import { FormSwitch, FormText } from "#web/forms/fields.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { ExceptionText, HoursForm } from "./hours-text.ts";

/** Dates on which the week does not count: closed, or open at other hours. */
export function ExceptionFields({ form, zone }: { form: HoursForm; zone: string }) {
  const t = useWords("places");
  const dates = useValue(form, "hours.exceptions");
  const set = (next: ExceptionText[]) => form.set("hours.exceptions", next);
  const add = () => {
    const date = addDays(dates.at(-1)?.date || localAt(Date.now(), zone).date, 1);
    set([...dates, { date, closed: true, opens: "", closes: "", note: "" }]);
  };
  return (
    <Card
      title={t("dates.title")}
      aside={
        <Button icon="add" onClick={add}>
          {t("dates.add")}
        </Button>
      }
    >
      {dates.length === 0 && <p className="quiet">{t("dates.none")}</p>}
      <ul className="dates">
        {dates.map((one, at) => (
          <li className="date" key={at}>
            <FormText
              form={form}
              name={`hours.exceptions.${at}.date`}
              label={t("dates.date")}
              type="date"
              required
            />
            <FormSwitch form={form} name={`hours.exceptions.${at}.closed`} label={t("dates.closed")} />
            {!one.closed && (
              <>
                <FormText
                  form={form}
                  name={`hours.exceptions.${at}.opens`}
                  label={t("dates.opens")}
                  type="time"
                />
                <FormText
                  form={form}
                  name={`hours.exceptions.${at}.closes`}
                  label={t("dates.closes")}
                  type="time"
                />
              </>
            )}
            <FormText
              form={form}
              name={`hours.exceptions.${at}.note`}
              label={t("dates.note")}
              maxLength={120}
            />
            <IconButton
              icon="delete"
              label={t("dates.remove", { date: one.date })}
              onClick={() => set(dates.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
