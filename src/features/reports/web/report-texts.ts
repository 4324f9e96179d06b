import { type LocalDate, instantAt, localAt } from "#kernel/local-time.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { useReasons } from "#features/reasons/web/public.ts";
import type { ShownZone } from "../contract/api.ts";
import type { Dimension } from "../domain/sums.ts";
import type { Unit, Value } from "./views.ts";

/** Today on the wall calendar of a time zone. */
export const todayIn = (timezone: string): LocalDate => localAt(Date.now(), timezone).date;

/** Writes the days from one to another, one day once. */
export function useDaysText(): (days: { readonly from: string; readonly to: string }) => string {
  const f = useFormat();
  const date = (day: string) => f.date(`${day}T12:00:00Z`, "UTC");
  return ({ from, to }) => (from === to ? date(from) : `${date(from)} – ${date(to)}`);
}

/** Writes values of a report in the reader's language; a dash stands for what cannot be said. */
export function useValueText(): (value: Value, unit: Unit) => string {
  const f = useFormat();
  return (value, unit) => {
    if (value === null) return "–";
    if (typeof value !== "number") return f.money(value);
    if (unit === "share") return f.percent(value);
    if (unit === "seconds") return f.duration(value);
    if (unit === "metres") return f.distance(value);
    return f.number(value, { maximumFractionDigits: 1 });
  };
}

const two = (n: number): string => String(n).padStart(2, "0");

/** Names a zone by its code: as it is called today, or by the code where it is gone. @param zones undefined while unread */
export function useZoneName(zones: readonly ShownZone[] | undefined): (code: string) => string {
  const t = useWords("reports");
  return (code) => {
    if (code === "") return t("group.no-zone");
    if (zones === undefined) return code;
    return zones.find((zone) => zone.code === code)?.name ?? t("group.old-zone", { code });
  };
}

/** Names a group: its day, courier, area, zone, hour, level or reason. */
export function useGroupName(timezone: string, zones: readonly ShownZone[] | undefined) {
  const t = useWords("reports");
  const zoneName = useZoneName(zones);
  const f = useFormat();
  const { nameOf } = useLevelNames();
  const { nameOf: reasonName } = useReasons();
  return ({ by, key, name }: { by: Dimension; key: string; name?: string | null }): string => {
    if (by === "all") return t("by.all");
    if (by === "day") return f.day(instantAt(key, "12:00", timezone), timezone);
    if (by === "courier") return name ?? t(key === "" ? "group.no-courier" : "group.old-courier");
    if (by === "hour")
      return `${f.clock(`${two(Number(key))}:00`)} – ${f.clock(`${two(Number(key) + 1)}:00`)}`;
    if (by === "area") return key === "" ? t("group.no-area") : key;
    if (by === "zone") return zoneName(key);
    if (by === "level") return nameOf(key);
    return key === "" ? t("group.no-reason") : reasonName(key);
  };
}
