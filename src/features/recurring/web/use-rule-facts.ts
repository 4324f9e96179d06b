import { useFormat } from "#web/i18n/format.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { levelOf } from "#features/quotes/domain/service-levels.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import type { Contact } from "#features/deliveries/contract/shapes.ts";
import { useConfig } from "#web/session/config.ts";
import { isolated } from "#kernel/isolated.ts";
import type { Rule } from "../contract/api.ts";
import { daysAhead } from "../domain/occurrence.ts";
import { endOf } from "../domain/times.ts";
import { useLevels } from "./use-recurring.ts";

export interface RuleFact {
  readonly name: string;
  readonly text: string;
}

/** Days and hours of a standing order in a few words: "Mon and Fri, 10:00–11:00"; no end before the levels are read. */
export function useScheduleText(): (rule: Rule) => string {
  const t = useWords("recurring");
  const f = useFormat();
  const locale = useLocale();
  const { data: sold } = useLevels();
  return ({ weekdays, everyWeeks, time, serviceLevel }) => {
    const days =
      weekdays.length === 7
        ? t("days.all")
        : f.list(weekdays.map((weekday) => weekdayName(weekday, locale, "short")));
    const end = sold && endOf(levelOf(sold.levels, serviceLevel), time);
    const hours = isolated(end === undefined ? f.clock(time) : `${f.clock(time)} – ${f.clock(end)}`);
    return t(everyWeeks === 2 ? "days.second" : "days.each", { days, hours });
  };
}

/** Everything that a standing order says, by name: for its page, and to tell two versions apart. */
export function useRuleFacts(): (rule: Rule) => RuleFact[] {
  const t = useWords("recurring");
  const owed = useWords("owed");
  const f = useFormat();
  const schedule = useScheduleText();
  const { data: sold } = useLevels();
  const { currency } = useConfig();
  const { nameOf: levelName } = useLevelNames();
  const person = ({ name, phone, email, note }: Contact) =>
    [name, phone, email ?? "", note]
      .filter((part) => part !== "")
      .map(isolated)
      .join(" · ");
  const parcel = ({ size, massG, contents, fragile, ageRestricted, valueMinor }: Rule["parcels"][number]) =>
    [
      t(`size.${size}`),
      f.mass(massG),
      isolated(contents),
      fragile ? t("parcel.fragile") : "",
      ageRestricted ? t("parcel.age") : "",
      valueMinor === undefined ? "" : t("parcel.value", { value: f.money({ minor: valueMinor, currency }) }),
    ]
      .filter((part) => part !== "" && part !== isolated(""))
      .join(" · ");
  const place = ({ label, detail }: Rule["pickup"]) =>
    [label, detail ?? ""]
      .filter((part) => part !== "")
      .map(isolated)
      .join(" · ");
  return (rule) => [
    { name: t("fact.sender"), text: person(rule.sender) },
    { name: t("fact.pickup"), text: place(rule.pickup) },
    { name: t("fact.recipient"), text: person(rule.recipient) },
    { name: t("fact.dropoff"), text: place(rule.dropoff) },
    { name: t("fact.parcels"), text: rule.parcels.map(parcel).join("; ") },
    { name: t("fact.level"), text: levelName(rule.serviceLevel) },
    { name: t("fact.days"), text: schedule(rule) },
    { name: t("fact.from"), text: dayName(f, rule.from) },
    { name: t("fact.until"), text: rule.until === null ? t("until.open") : dayName(f, rule.until) },
    ...(sold ? [{ name: t("fact.ahead"), text: t("ahead.days", { n: daysAhead(rule, sold) }) }] : []),
    { name: t("fact.closed"), text: t(`closed.${rule.whenClosed}`) },
    {
      name: t("fact.way"),
      text: owed(`way.${rule.way}`),
    },
  ];
}

/** Differences of two versions, field by field. */
export function useRuleChanges(): (
  before: Rule,
  after: Rule,
) => { readonly name: string; readonly before: string; readonly after: string }[] {
  const factsOf = useRuleFacts();
  return (before, after) => {
    const then = factsOf(before);
    return factsOf(after).flatMap(({ name, text }, nth) => {
      const was = then[nth]?.text ?? "";
      return was === text ? [] : [{ name, before: was, after: text }];
    });
  };
}
