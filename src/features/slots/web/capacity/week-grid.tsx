import { type ReactNode, useState } from "react";
import { weekdayName } from "#web/i18n/weekday-name.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { SlotRow } from "../../contract/api.ts";
import { inOrder } from "../../domain/plan.ts";
import { usePlanWords } from "./plan-words.ts";
import { RowDialog } from "./row-dialog.tsx";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface WeekGridProps {
  rows: SlotRow[];
  onChange: (rows: SlotRow[]) => void;
}

/** Places by time of day and weekday. On a phone each row is a card. */
export function WeekGrid({ rows, onChange }: WeekGridProps) {
  const t = useWords("capacity");
  const locale = useLocale();
  const { hours, service, places, rowName } = usePlanWords();
  const [editing, setEditing] = useState<SlotRow | "new">();
  const others = editing === "new" ? rows : rows.filter((row) => row !== editing);
  // Safe: the rows are those of the list, in another order.
  const shown = inOrder(rows) as SlotRow[];
  const columns = columnsOf(
    {
      times: t("field.times"),
      level: t("field.level"),
      tools: t("tools"),
      days: WEEKDAYS.map((day) => weekdayName(day, locale, "short")),
    },
    { hours, service, places },
    (row) => (
      <RowTools
        name={rowName(row)}
        onEdit={() => setEditing(row)}
        onRemove={() => onChange(rows.filter((one) => one !== row))}
      />
    ),
  );
  return (
    <section className="capacity-part" aria-labelledby="week-title">
      <header className="draft-head">
        <h2 className="title" id="week-title">
          {t("week")}
        </h2>
        <span className="draft-hint quiet small">{t("week.hint")}</span>
        <Button icon="add" onClick={() => setEditing("new")}>
          {t("row.add")}
        </Button>
      </header>
      {rows.length === 0 ? (
        <p className="quiet">{t("week.none")}</p>
      ) : (
        <Table caption={t("week")} columns={columns} rows={shown} rowKey={({ id }) => id} />
      )}
      {editing && (
        <RowDialog
          row={editing === "new" ? undefined : editing}
          others={others}
          onClose={() => setEditing(undefined)}
          onSave={(row) => {
            onChange([...others, row]);
            setEditing(undefined);
          }}
        />
      )}
    </section>
  );
}

interface Heads {
  readonly times: string;
  readonly level: string;
  readonly tools: string;
  readonly days: readonly string[];
}
type Cells = Pick<ReturnType<typeof usePlanWords>, "hours" | "service" | "places">;

const columnsOf = (
  heads: Heads,
  { hours, service, places }: Cells,
  toolsOf: (row: SlotRow) => ReactNode,
): Column<SlotRow>[] => [
  { key: "hours", head: heads.times, cell: hours },
  { key: "level", head: heads.level, cell: service },
  ...heads.days.map((head, at) => ({
    key: String(at),
    head,
    number: true,
    cell: (row: SlotRow) => places(row.places[at] ?? null),
  })),
  { key: "tools", head: <span className="hidden-text">{heads.tools}</span>, cell: toolsOf },
];

interface RowToolsProps {
  name: string;
  onEdit: () => void;
  onRemove: () => void;
}

function RowTools({ name, onEdit, onRemove }: RowToolsProps) {
  const t = useWords("capacity");
  return (
    <span className="draft-tools">
      <IconButton icon="edit" label={t("row.edit", { name })} onClick={onEdit} />
      <IconButton icon="delete" label={t("row.remove", { name })} onClick={onRemove} />
    </span>
  );
}
