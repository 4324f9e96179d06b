import { SECOND_MS } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { type LevelTerms, isSoonest, USUAL_CANCEL } from "../../domain/service-levels.ts";

/** Days of a week. */
const WEEK = 7;

export interface TermsText {
  /** When it can be booked. */
  readonly offered: string;
  readonly limits: string;
  /** Vehicles, proofs and fees that are not the usual ones; blank where all are. */
  readonly promises: string;
}

/** Terms as lines. */
export function useTermsText(): (level: LevelTerms) => TermsText {
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
    const { vehicles, proofs, cancel, skills = [] } = level;
    const isUsual = JSON.stringify(cancel) === JSON.stringify(USUAL_CANCEL);
    const promises = [
      ...(vehicles.length === 0
        ? []
        : [
            t("only-by", {
              vehicles: f.list(
                vehicles.map((one) => t(`vehicle.${one}`)),
                "disjunction",
              ),
            }),
          ]),
      ...(skills.length === 0 ? [] : [t("only-with", { skills: f.list(skills) })]),
      ...(proofs.length === 0
        ? []
        : [t("asks-for", { proofs: f.list(proofs.map((one) => t(`proof.${one}`))) })]),
      ...(isUsual
        ? []
        : [
            t("cancelling", {
              way: f.percent(cancel.onTheWay / 100),
              pickup: f.percent(cancel.atPickup / 100),
            }),
          ]),
    ];
    return {
      offered: offered.join(" · "),
      limits: t("limits", { limits: takes.join(" · ") }),
      promises: promises.join(" · "),
    };
  };
}
