import { useState } from "react";
import type { PricedWindows } from "#features/quotes/contract/api.ts";
import { DEFAULT_LEVELS, isBuiltIn, levelOf } from "#features/quotes/domain/service-levels.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { FormRadio, FormSelect, FormText } from "#web/forms/fields.tsx";
import { useField, useValue } from "#web/forms/use-form.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { isRecurring, levelsToChoose, madeBy, type Open, WHEN_CLOSED } from "../domain/occurrence.ts";
import { daysWithout, endOf, nextDates, timesOf } from "../domain/times.ts";
import { AHEADS, type RuleForm, type RuleTyped } from "./rule-values.ts";
import { useOpen } from "./use-recurring.ts";

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

interface ScheduleFieldsProps {
  readonly form: RuleForm;
  readonly prices: PricedWindows | undefined;
}

/** Asks on which days, in which hours and from when until when. */
export function ScheduleFields({ form, prices }: ScheduleFieldsProps) {
  const t = useWords("recurring");
  const f = useFormat();
  const { open, isPending, error, refetch } = useOpen();
  const level = useValue(form, "serviceLevel");
  const { nameOf } = useLevelNames();
  return (
    <fieldset className="book-part">
      <legend className="title">{t("form.when")}</legend>
      <Weekdays form={form} />
      <FormRadio
        form={form}
        name="everyWeeks"
        label={t("form.rhythm")}
        look="row"
        options={(["1", "2"] as const).map((value) => ({ value, label: t(`form.every-${value}`) }))}
      />
      <FormRadio
        form={form}
        name="serviceLevel"
        label={t("fact.level")}
        look="cards"
        options={levelsToChoose(open?.levels ?? DEFAULT_LEVELS, level).map((terms) => ({
          value: terms.code,
          label: nameOf(terms.code),
          detail: t(isBuiltIn(terms.code) ? `form.made-${madeBy(terms)}` : `form.own-${madeBy(terms)}`),
        }))}
      />
      {isPending && <Skeleton look="rows" lines={2} />}
      {error && <ProblemMessage error={error} onRetry={refetch} />}
      {open && <Time form={form} open={open} />}
      <div className="book-pair">
        <FormText form={form} name="from" label={t("fact.from")} type="date" required />
        <FormText form={form} name="until" label={t("fact.until")} type="date" hint={t("form.until-hint")} />
      </div>
      {madeBy(levelOf(open?.levels ?? DEFAULT_LEVELS, level)) === "scheduled" && (
        <FormSelect
          form={form}
          name="aheadDays"
          label={t("fact.ahead")}
          hint={t("form.ahead-hint")}
          options={AHEADS.map((value) => ({ value, label: t("ahead.days", { n: Number(value) }) }))}
        />
      )}
      <FormRadio
        form={form}
        name="whenClosed"
        label={t("fact.closed")}
        options={WHEN_CLOSED.map((value) => ({ value, label: t(`closed.${value}`) }))}
      />
      {open && <Preview form={form} open={open} />}
      <Amount form={form} prices={prices} money={f.money} />
    </fieldset>
  );
}

function Weekdays({ form }: { readonly form: RuleForm }) {
  const t = useWords("recurring");
  const locale = useLocale();
  const field = useField(form, "weekdays", t("fact.days"));
  const chosen: readonly number[] = field.value;
  const isWrong = field.error !== undefined;
  return (
    <fieldset
      className={isWrong ? "radios field-wrong" : "radios"}
      id={field.id}
      tabIndex={-1}
      aria-describedby={isWrong ? `${field.id}-note` : undefined}
    >
      <legend className="field-label">{t("fact.days")}</legend>
      <div className="row gap-2">
        {WEEK.map((weekday) => (
          <FilterChip
            key={weekday}
            selected={chosen.includes(weekday)}
            onChange={(on) =>
              field.onChange(
                on ? [...chosen, weekday].toSorted((a, b) => a - b) : chosen.filter((one) => one !== weekday),
              )
            }
          >
            {weekdayName(weekday, locale)}
          </FilterChip>
        ))}
      </div>
      <FieldNote id={field.id} hint={undefined} error={field.error} />
    </fieldset>
  );
}

interface WhenOpenProps {
  readonly form: RuleForm;
  readonly open: Open;
}

/** Windows of the level on the chosen days; a time that is kept stays to be chosen. */
function Time({ form, open }: WhenOpenProps) {
  const t = useWords("recurring");
  const f = useFormat();
  const locale = useLocale();
  const level = useValue(form, "serviceLevel");
  const weekdays: readonly number[] = useValue(form, "weekdays");
  const field = useField(form, "time", t("fact.time"));
  if (!isRecurring(level)) return null;
  const time = field.value;
  const times = [...new Set([...timesOf(level, weekdays, open), ...(time === "" ? [] : [time])])].toSorted();
  const without = time === "" ? [] : daysWithout({ serviceLevel: level, weekdays, time }, open);
  return (
    <>
      <Select
        id={field.id}
        label={t("fact.time")}
        value={time}
        required
        onChange={field.onChange}
        onBlur={field.onBlur}
        placeholder={t("form.choose")}
        options={times.map((value) => ({
          value,
          label: `${f.clock(value)} – ${f.clock(endOf(levelOf(open.levels, level), value))}`,
        }))}
        {...(field.error !== undefined && { error: field.error })}
      />
      {without.length > 0 && (
        <Banner tone="warning">
          {t("form.without", { days: f.list(without.map((weekday) => weekdayName(weekday, locale))) })}
        </Banner>
      )}
    </>
  );
}

/** The next dates of what stands in the form. */
function Preview({ form, open }: WhenOpenProps) {
  const t = useWords("recurring");
  const f = useFormat();
  const [now] = useState(Date.now);
  const schedule = useSchedule(form);
  const { serviceLevel } = schedule;
  if (!isRecurring(serviceLevel) || schedule.time === "" || schedule.from === "") return null;
  const { date: today } = localAt(now, open.zone);
  const dates = nextDates({ ...schedule, serviceLevel }, today, open);
  return (
    <p role="status">
      {dates.length === 0
        ? t("form.none")
        : t("form.next", {
            days: f.list(
              dates.map(({ date, isClosed }) =>
                isClosed ? t("form.closed-day", { day: dayName(f, date) }) : dayName(f, date),
              ),
            ),
          })}
    </p>
  );
}

function useSchedule(form: RuleForm) {
  const until: string = useValue(form, "until");
  const everyWeeks: RuleTyped["everyWeeks"] = useValue(form, "everyWeeks");
  const aheadDays: RuleTyped["aheadDays"] = useValue(form, "aheadDays");
  return {
    weekdays: useValue(form, "weekdays"),
    everyWeeks: Number(everyWeeks),
    from: useValue(form, "from"),
    until: until === "" ? null : until,
    time: useValue(form, "time"),
    serviceLevel: useValue(form, "serviceLevel"),
    aheadDays: Number(aheadDays),
    whenClosed: useValue(form, "whenClosed"),
  };
}

interface AmountProps extends ScheduleFieldsProps {
  readonly money: ReturnType<typeof useFormat>["money"];
}

/** Price of one delivery by today's list, or the reason why its level cannot serve it. */
function Amount({ form, prices, money }: AmountProps) {
  const t = useWords("recurring");
  const level = useValue(form, "serviceLevel");
  const time = useValue(form, "time");
  if (!prices) return <p className="small quiet">{t("price.by-day")}</p>;
  const no = prices.refused.find(({ serviceLevel }) => serviceLevel === level);
  if (no) return <Banner tone="trouble">{refusalSentence(no.code, no.facts)}</Banner>;
  const ofLevel = prices.windows.filter(({ serviceLevel }) => serviceLevel === level);
  const at = ofLevel.find(({ window }) => localAt(fromIso(window.start), prices.timezone).time === time);
  const price = prices.prices[(at ?? ofLevel[0])?.price ?? -1];
  return (
    <p className="small">
      {price && <strong>{t("price.today", { amount: money(price.total) })} </strong>}
      <span className="quiet">{t("price.by-day")}</span>
    </p>
  );
}
