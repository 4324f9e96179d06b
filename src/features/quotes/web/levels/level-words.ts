import { useCallback } from "react";
import { SECOND_MS } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { maybeWord } from "#web/i18n/words.ts";
import { type LevelTerms, isSoonest } from "../../domain/service-levels.ts";

/** Days of a week. */
const WEEK = 7;

/** A level's name in the reader's language. */
export function useLevelName(): (code: string) => string {
  useWords("quotes");
  const locale = useLocale();
  // oxlint-disable-next-line react/exhaustive-deps -- the words are those of the language
  return useCallback((code) => maybeWord("quotes", `level.${code}`) ?? code, [locale]);
}

/** Terms as lines: when it is offered, and how much it takes. */
export function useTermsText(): (level: LevelTerms) => readonly [string, string] {
  const t = useWords("levels");
  const f = useFormat();
  const locale = useLocale();
  const duration = (ms: number) => f.duration(ms / SECOND_MS);
  const dayText = ({ fromDay, toDay }: LevelTerms): string => {
    const from = t("day", { n: fromDay });
    return fromDay === toDay ? from : t("days", { from, to: t("day", { n: toDay }) });
  };
  return (level) => {
    const { leadMs, windowMs, weekdays, cutoff } = level;
    const offered = [
      ...(isSoonest(level) ? [] : [dayText(level)]),
      ...(weekdays.length === WEEK
        ? []
        : [f.list(weekdays.map((weekday) => weekdayName(weekday, locale, "short")))]),
      t("windows", { length: duration(windowMs) }),
      ...(leadMs === 0 ? [] : [t("lead", { lead: duration(leadMs) })]),
      ...(cutoff === null ? [] : [t("until", { time: f.clock(cutoff) })]),
    ];
    const takes = [
      f.distance(level.maxDistanceM),
      f.mass(level.maxMassG),
      t("parcels", { n: level.maxParcels }),
    ];
    return [offered.join(" · "), t("limits", { limits: takes.join(" · ") })];
  };
}
