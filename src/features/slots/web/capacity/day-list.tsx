import { useState } from "react";
import { addDays, localAt } from "#kernel/local-time.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import type { SlotDay, SlotRow } from "../../contract/api.ts";
import { inOrder } from "../../domain/plan.ts";
import { DayDialog } from "./day-dialog.tsx";
import { usePlanWords } from "./plan-words.ts";

interface DayListProps {
  rows: readonly SlotRow[];
  days: SlotDay[];
  zone: string;
  onChange: (days: SlotDay[]) => void;
}

/** Dates on which the week does not count: closed, or with other places. */
export function DayList({ rows, days, zone, onChange }: DayListProps) {
  const t = useWords("capacity");
  const f = useFormat();
  const { dateOf, rowName, places } = usePlanWords();
  const [editing, setEditing] = useState<SlotDay>();
  const sorted = days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const others = days.filter((day) => day !== editing);
  const add = () => {
    const today = localAt(Date.now(), zone).date;
    const last = sorted.at(-1)?.date ?? today;
    setEditing({ date: addDays(last < today ? today : last, 1), closed: true, reason: "", places: {} });
  };
  const textOf = (day: SlotDay) => {
    if (day.closed) return t("day.closed");
    const named = inOrder(rows).filter(({ id }) => day.places[id] !== undefined);
    return f.list(
      named.map((row) => t("day.row", { name: rowName(row), places: places(day.places[row.id] ?? null) })),
    );
  };
  return (
    <section className="capacity-part" aria-labelledby="days-title">
      <header className="draft-head">
        <h2 className="title" id="days-title">
          {t("days")}
        </h2>
        <span className="draft-hint quiet small">{t("days.hint")}</span>
        <Button icon="add" onClick={add}>
          {t("day.add")}
        </Button>
      </header>
      {days.length === 0 && <p className="quiet">{t("days.none")}</p>}
      <ul className="draft-list">
        {sorted.map((day) => (
          <li key={day.date} className="capacity-day">
            <span className="draft-text">
              <span className="strong">{dateOf(day)}</span>
              <span>{textOf(day)}</span>
              {day.reason !== "" && <span className="quiet small">{day.reason}</span>}
            </span>
            <span className="draft-tools">
              <IconButton
                icon="edit"
                label={t("day.edit", { date: dateOf(day) })}
                onClick={() => setEditing(day)}
              />
              <IconButton
                icon="delete"
                label={t("day.remove", { date: dateOf(day) })}
                onClick={() => onChange(days.filter((one) => one !== day))}
              />
            </span>
          </li>
        ))}
      </ul>
      {editing && (
        <DayDialog
          day={editing}
          isNew={!days.includes(editing)}
          rows={rows}
          others={others}
          onClose={() => setEditing(undefined)}
          onSave={(day) => {
            onChange([...others, day]);
            setEditing(undefined);
          }}
        />
      )}
    </section>
  );
}
