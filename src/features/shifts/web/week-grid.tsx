import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { LocalDate } from "#kernel/local-time.ts";
import { isolated } from "#kernel/isolated.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { classes } from "#web/ui/class-names.ts";
import { TableFrame } from "#web/ui/table.tsx";
import type { ShiftTimes, ShiftWeek } from "../contract/api.ts";
import { cellText, readCell, withBreak } from "./cell-text.ts";
import { type At, CellContent, CellInput } from "./grid-cell.tsx";
import { actOf } from "./grid-keys.ts";
import { GridTools } from "./grid-tools.tsx";
import { CourierHead, DayFoot } from "./grid-sides.tsx";
import { timesOf, type usePlanning, type WeekCourier, wishIn, workIn } from "./use-week.ts";
import { useAnswer } from "./wish-list.tsx";

interface WeekGridProps {
  week: ShiftWeek;
  planning: ReturnType<typeof usePlanning>;
  onShift: (courier: WeekCourier, date: LocalDate) => void;
  onMeans: (courier: WeekCourier) => void;
  /** Goes some weeks on. */
  onWeek: (step: number) => void;
  again: () => Promise<void>;
}

const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;

/**
 * Couriers by days, one tab stop. Keys: arrows move, what is typed plans the day, B adds a break, Ctrl+D copies on, Delete
 * empties, I opens all of a day, Y and N answer a wish.
 */
export function WeekGrid({ week, planning, onShift, onMeans, onWeek, again }: WeekGridProps) {
  const t = useWords("shifts");
  const f = useFormat();
  const id = useId();
  const { couriers, dates } = week;
  const [at, setAt] = useState<At>({ row: 0, col: Math.max(0, dates.indexOf(week.today)) });
  const [edit, setEdit] = useState<{ text: string; isBad: boolean }>();
  const clip = useRef<ShiftTimes[]>(undefined);
  const answers = useAnswer(again);
  const here = { courier: couriers[at.row] ?? couriers[0], date: dates[at.col] ?? "" };
  const current = here.courier ? workIn(here.courier, here.date).map(timesOf) : [];
  const idOf = ({ row, col }: At): string => `${id}-${row}-${col}`;
  useFocusAfter(edit !== undefined, idOf(at));

  const move = (row: number, col: number): void => {
    const next = {
      row: Math.max(0, Math.min(couriers.length - 1, row)),
      col: Math.max(0, Math.min(dates.length - 1, col)),
    };
    setAt(next);
    planning.reset();
    document.getElementById(idOf(next))?.focus();
  };
  const plan = (shifts: readonly ShiftTimes[], date = here.date): Promise<boolean> =>
    here.courier === undefined
      ? Promise.resolve(false)
      : planning.plan([{ courier: here.courier, date, shifts }]);
  const begin = (text: string): void => {
    planning.reset();
    setEdit({ text, isBad: false });
  };
  const commit = async (step: At): Promise<void> => {
    if (!edit || planning.isPending) return;
    const typed = readCell(edit.text);
    if (!typed) return setEdit({ ...edit, isBad: true });
    const next = typed.map((times, nth) => ({ ...times, vehicleId: current[nth]?.vehicleId ?? null }));
    if (cellText(next) !== cellText(current) && !(await plan(next))) return;
    setEdit(undefined);
    setAt({
      row: Math.min(couriers.length - 1, at.row + step.row),
      col: Math.max(0, Math.min(dates.length - 1, at.col + step.col)),
    });
  };
  const copyOn = async (): Promise<void> => {
    const next = dates[at.col + 1];
    if (next === undefined || planning.isPending) return;
    const there = here.courier ? workIn(here.courier, next).map(timesOf) : [];
    if (cellText(there) === cellText(current) || (await plan(current, next))) move(at.row, at.col + 1);
  };
  const acts = {
    edit: () => begin(cellText(current)),
    all: () => here.courier && onShift(here.courier, here.date),
    break: () => void plan(withBreak(current)),
    copyOn: () => void copyOn(),
    clear: () => void (current.length > 0 && plan([])),
  };
  const onKey = (event: KeyboardEvent): void => {
    if (edit) return;
    const wish = here.courier && wishIn(here.courier, here.date);
    const run = actOf(event, {
      ...acts,
      move: (rows, cols) => move(at.row + rows, at.col + cols),
      edge: (isEnd) => move(at.row, isEnd ? dates.length - 1 : 0),
      week: onWeek,
      copy: () => (clip.current = current),
      paste: () => clip.current && void plan(clip.current),
      type: begin,
      answer: (isGranted) => wish && answers.answer(wish, isGranted),
    });
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <section aria-label={t("week.grid")} className="stack gap-3">
      <fieldset className="shift-days">
        <legend className="hidden-text">{t("week.day")}</legend>
        {dates.map((date, col) => (
          <FilterChip key={date} selected={col === at.col} onChange={() => setAt({ ...at, col })}>
            {dayName(f, date)}
          </FilterChip>
        ))}
      </fieldset>
      <GridTools
        where={t("cell.of", { name: isolated(here.courier?.name ?? ""), day: dayName(f, here.date) })}
        acts={acts}
        isEmpty={current.length === 0}
        isLast={at.col === dates.length - 1}
        isBusy={planning.isPending}
      />
      {edit?.isBad && (
        <Banner tone="trouble" urgent>
          {t("cell.bad")}
        </Banner>
      )}
      <TableFrame caption={t("week.grid")}>
        {/* Keys act on the one chosen cell, which holds the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table role="grid" className="shift-grid" aria-label={t("week.grid")} onKeyDown={onKey}>
          <thead>
            <tr>
              <th scope="col">{t("week.courier")}</th>
              {dates.map((date, col) => (
                <th
                  key={date}
                  scope="col"
                  className={classes(col === at.col && "shown", date === week.today && "shift-today")}
                >
                  {dayName(f, date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {couriers.map((courier, row) => (
              <tr key={courier.id}>
                <CourierHead courier={courier} vehicles={week.vehicles} onMeans={() => onMeans(courier)} />
                {dates.map((date, col) => {
                  const isHere = row === at.row && col === at.col;
                  return (
                    <td
                      key={date}
                      id={idOf({ row, col })}
                      tabIndex={isHere ? 0 : -1}
                      aria-selected={isHere}
                      className={classes(
                        "shift-cell",
                        col === at.col && "shown",
                        date === week.today && "shift-today",
                      )}
                      onFocus={() => setAt({ row, col })}
                      onClick={() => {
                        if (edit && isHere) return;
                        if (isTouch()) onShift(courier, date);
                        else if (isHere && document.activeElement?.id === idOf(at)) acts.edit();
                        else move(row, col);
                      }}
                      onDoubleClick={() => !edit && acts.edit()}
                    >
                      {isHere && edit ? (
                        <CellInput
                          label={t("cell.of", { name: courier.name, day: dayName(f, date) })}
                          edit={edit}
                          isBusy={planning.isPending}
                          onType={(text) => setEdit({ text, isBad: false })}
                          onCommit={(step) => void commit(step)}
                          onCancel={() => {
                            planning.reset();
                            setEdit(undefined);
                          }}
                        />
                      ) : (
                        <CellContent courier={courier} date={date} week={week} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          <DayFoot week={week} shown={at.col} />
        </table>
      </TableFrame>
      <p className="quiet small shift-help">{t("week.help")}</p>
    </section>
  );
}

/** Gives the focus back to the cell whose input has gone. */
function useFocusAfter(isEditing: boolean, cellId: string): void {
  const was = useRef(false);
  useLayoutEffect(() => {
    if (was.current && !isEditing) document.getElementById(cellId)?.focus();
    was.current = isEditing;
  }, [isEditing, cellId]);
}
