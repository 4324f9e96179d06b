import { useLayoutEffect, useRef } from "react";
import type { LocalDate } from "#kernel/local-time.ts";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";
import type { ShiftWeek } from "../contract/api.ts";
import { ShiftLines, useHours } from "./shift-lines.tsx";
import type { WeekCourier } from "./use-week.ts";

/** Place of a cell in the grid, or a step from one to another. */
export interface At {
  readonly row: number;
  readonly col: number;
}

interface CellInputProps {
  label: string;
  edit: { readonly text: string; readonly isBad: boolean };
  isBusy: boolean;
  onType: (text: string) => void;
  onCommit: (step: At) => void;
  onCancel: () => void;
}

export function CellInput({ label, edit, isBusy, onType, onCommit, onCancel }: CellInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const box = input.current;
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  return (
    <input
      ref={input}
      className="shift-input"
      dir="ltr"
      aria-label={label}
      aria-invalid={edit.isBad}
      autoComplete="off"
      spellCheck={false}
      value={edit.text}
      readOnly={isBusy}
      aria-busy={isBusy}
      onChange={(event) => onType(event.target.value)}
      onBlur={() => onCommit({ row: 0, col: 0 })}
      onKeyDown={(event) => {
        event.stopPropagation();
        const steps: Readonly<Record<string, At>> = {
          Enter: { row: 1, col: 0 },
          Tab: { row: 0, col: event.shiftKey ? -1 : 1 },
        };
        const step = steps[event.key];
        if (!step && event.key !== "Escape") return;
        event.preventDefault();
        if (step) onCommit(step);
        else onCancel();
      }}
    />
  );
}

/** A day as it is planned. */
export function CellContent({
  courier,
  date,
  week,
}: {
  courier: WeekCourier;
  date: LocalDate;
  week: ShiftWeek;
}) {
  const t = useWords("shifts");
  const hours = useHours();
  const shifts = courier.shifts.filter((shift) => shift.date === date);
  if (shifts.length === 0) return <span className="shift-off quiet">{t("cell.off")}</span>;
  return shifts.map((shift) => (
    <span key={shift.id} className={classes("shift-block", `shift-${shift.state}`)}>
      <span className="strong shift-hours">{hours(shift)}</span>
      <ShiftLines shift={shift} vehicles={week.vehicles} />
    </span>
  ));
}
