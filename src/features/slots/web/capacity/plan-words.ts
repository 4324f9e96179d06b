import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { SlotDay, SlotRow } from "../../domain/plan.ts";
import type { PlanItem } from "./plan-items.ts";

type Times = Pick<SlotRow, "level" | "from" | "until">;

/** Names of rows and days in the reader's language. */
export function usePlanWords() {
  const t = useWords("capacity");
  const { nameOf } = useLevelNames();
  const f = useFormat();
  const hours = ({ from, until }: Times) => t("hours", { from: f.clock(from), until: f.clock(until) });
  const service = ({ level }: Times) => (level === null ? t("all-levels") : nameOf(level));
  const dateOf = ({ date }: Pick<SlotDay, "date">) => f.day(`${date}T12:00:00Z`, "UTC");
  const rowName = (row: Times) => t("row-name", { hours: hours(row), service: service(row) });
  return {
    hours,
    service,
    dateOf,
    rowName,
    places: (places: number | null) => (places === null ? t("unlimited") : f.number(places)),
    nameOf: (item: PlanItem) => (item.kind === "row" ? rowName(item.row) : dateOf(item.day)),
  };
}
