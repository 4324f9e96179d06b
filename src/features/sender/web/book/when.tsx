import { type ReactNode, useEffect } from "react";
import type { OfferedWindow, PricedWindows } from "#features/quotes/contract/api.ts";
import type { LevelName } from "#features/quotes/contract/shapes.ts";
import { nameOfLevel } from "#features/quotes/domain/service-levels.ts";
import { wordLocale } from "#kernel/locale.ts";
import { refusalSentence } from "#web/api/refusal-text.ts";
import { useField, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { maybeWord, useLocale, useWords } from "#web/i18n/words.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Select } from "#web/ui/select.tsx";
import type { TripForm } from "./trip-form.ts";
import { priceIn } from "./use-offers.ts";

interface WhenProps {
  form: TripForm;
  windows: readonly OfferedWindow[];
  /** In the order in which they are shown. */
  levels: readonly LevelName[];
  zone: string;
  prices: PricedWindows | undefined;
  /** Windows without a place can be chosen, too: the office is asked when it books. */
  overbooks?: boolean | undefined;
}

/** How fast, on which day, in which hours: each choice with the time it means and what it costs. */
export function When({ form, windows, levels, zone, prices, overbooks = false }: WhenProps) {
  const t = useWords("book");
  useWords("quotes");
  const locale = wordLocale(useLocale());
  const level = useField(form, "serviceLevel", t("when.level"));
  const start = useValue(form, "windowStart");
  const amountOf = useAmounts(prices);
  const timeOf = useTimes(zone);
  const leftOf = useLeft();
  const pick = (chosen: OfferedWindow | undefined) => {
    if (!chosen) return;
    form.set("serviceLevel", chosen.serviceLevel);
    form.set("windowStart", chosen.window.start);
    form.set("windowEnd", chosen.window.end);
  };
  const refused = new Map(prices?.refused.map((one) => [one.serviceLevel, one]));
  const served = windows.filter(({ serviceLevel }) => !refused.has(serviceLevel));
  const possible = overbooks ? served : served.filter(hasPlace);
  const chosen = possible.find(
    ({ serviceLevel, window }) => serviceLevel === level.value && window.start === start,
  );
  useEffect(() => {
    if (chosen) return;
    const ofLevel = possible.filter(({ serviceLevel }) => serviceLevel === level.value);
    pick(ofLevel.find(({ window }) => window.start > start) ?? ofLevel[0] ?? possible[0]);
  });
  const codes = new Set(windows.map(({ serviceLevel }) => serviceLevel));
  const listed = levels.filter(({ code }) => codes.has(code));
  const option = (own: LevelName) => {
    const value = own.code;
    const mine = windows.filter(({ serviceLevel }) => serviceLevel === value);
    const no = refused.get(value);
    const [first] = mine.filter((one) => possible.includes(one));
    const shown = value === level.value && chosen ? chosen : (first ?? mine[0]);
    return {
      value,
      label: nameOfLevel(own, locale, maybeWord("quotes", `level.${value}`)) ?? value,
      disabled: first === undefined,
      ...(shown && {
        detail: (no && refusalSentence(no.code, no.facts)) ?? (first ? timeOf(shown) : leftOf(shown)),
      }),
      end: no ? undefined : amountOf(value === level.value && chosen ? [chosen] : mine),
    };
  };
  return (
    <fieldset className="book-part">
      <legend className="title">{t("when.title")}</legend>
      <RadioGroup
        id={level.id}
        label={t("when.level")}
        look="cards"
        value={level.value}
        onChange={(next) => pick(possible.find(({ serviceLevel }) => serviceLevel === next))}
        onBlur={level.onBlur}
        options={listed.map(option)}
        {...(level.error !== undefined && { error: level.error })}
      />
      {chosen && <Hours {...{ form, zone, chosen, pick, amountOf, possible }} windows={served} />}
    </fieldset>
  );
}

interface HoursProps {
  form: TripForm;
  windows: readonly OfferedWindow[];
  possible: readonly OfferedWindow[];
  zone: string;
  chosen: OfferedWindow;
  pick: (chosen: OfferedWindow | undefined) => void;
  amountOf: (windows: readonly OfferedWindow[]) => string | undefined;
}

/** Day and hours of a level that has more than one window. */
function Hours({ form, windows, possible, zone, chosen, pick, amountOf }: HoursProps) {
  const t = useWords("book");
  const sender = useWords("sender");
  const format = useFormat();
  const field = useField(form, "windowStart", sender("when.window"));
  const ofLevel = windows.filter(({ serviceLevel }) => serviceLevel === chosen.serviceLevel);
  const days = [...new Set(ofLevel.map(({ date }) => date))];
  const ofDay = ofLevel.filter(({ date }) => date === chosen.date);
  const leftOf = useLeft();
  const firstOn = (day: string) => {
    const mine = ofLevel.filter(({ date }) => date === day);
    return mine.find((one) => possible.includes(one)) ?? mine[0];
  };
  const isGone = (one: OfferedWindow | undefined) => !one || !possible.includes(one);
  if (ofLevel.length < 2) return null;
  return (
    <div className="book-hours">
      {days.length > 1 && (
        <Select
          label={t("when.day")}
          value={chosen.date}
          onChange={(date) => pick(firstOn(date))}
          options={days.map((date) => {
            const [first, day] = [firstOn(date), format.day(`${date}T12:00:00Z`, "UTC")];
            const left = first && isGone(first) ? leftOf(first) : undefined;
            return {
              value: date,
              label: [day, left].filter(Boolean).join(" · "),
              disabled: isGone(first),
            };
          })}
        />
      )}
      <Select
        id={field.id}
        label={sender("when.window")}
        value={field.value}
        onChange={(next) => pick(ofLevel.find(({ window }) => window.start === next))}
        onBlur={field.onBlur}
        options={ofDay.map((offer) => ({
          value: offer.window.start,
          label: [format.hours(offer.window, zone), amountOf([offer]), leftOf(offer)]
            .filter(Boolean)
            .join(" · "),
          disabled: isGone(offer),
        }))}
        {...(field.error !== undefined && { error: field.error })}
      />
    </div>
  );
}

const hasPlace = ({ left, closed }: OfferedWindow): boolean => left !== 0 && closed === undefined;

/** "last 2 places", "full" or the reason of a closed day; nothing while there are many. */
function useLeft() {
  const t = useWords("book");
  return ({ left, closed }: OfferedWindow): string | undefined => {
    if (closed !== undefined) return t("when.closed", { reason: closed });
    return left === undefined ? undefined : t("when.left", { n: left });
  };
}

/** Hours alone for today, with the day for any other; a line ends before the hours, never within. */
function useTimes(zone: string) {
  const { day, hours, window: whole } = useFormat();
  return ({ window }: OfferedWindow): ReactNode => {
    const own = hours(window, zone);
    const text = day(window.start, zone) === day(Date.now(), zone) ? own : whole(window, zone);
    if (!text.endsWith(own)) return text;
    return (
      <>
        {text.slice(0, -own.length)}
        <span className="book-own-hours">{own}</span>
      </>
    );
  };
}

/** "€7.58", or "from €7.58" where windows differ. */
function useAmounts(prices: PricedWindows | undefined) {
  const t = useWords("book");
  const format = useFormat();
  return (windows: readonly OfferedWindow[]): string | undefined => {
    const totals = windows.flatMap(
      ({ serviceLevel, window }) => priceIn(prices, serviceLevel, window.start)?.total ?? [],
    );
    const sorted = totals.toSorted((a, b) => a.minor - b.minor);
    const [least, most] = [sorted[0], sorted.at(-1)];
    if (!least || !most) return undefined;
    const amount = format.money(least);
    return least.minor === most.minor ? amount : t("when.from", { amount });
  };
}
