import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { LocalDate } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { Problem, isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type Shift, type ShiftCell, type ShiftTimes, type ShiftWeek, shiftsApi } from "../contract/api.ts";
import { shiftHappened, vehicleHappened } from "../contract/events.ts";

const KEY = "shifts";

/** Reads what is shown of shifts anew when anything of them changes. */
export function useShiftNews(): () => Promise<void> {
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: [KEY] });
  const run = () => void again();
  useLive([onLive(shiftHappened, run), onLive(vehicleHappened, run), onResync(run)]);
  return again;
}

/** The week of a date; of today without one. It stays shown while the next one is read. */
export const useWeek = (date: LocalDate | undefined) =>
  useQuery({
    queryKey: [KEY, "week", date ?? "today"],
    queryFn: ({ signal }) => call(shiftsApi.readShiftWeek, date === undefined ? {} : { date }, { signal }),
  });

export const useMyShifts = () =>
  useQuery({
    queryKey: [KEY, "mine"],
    queryFn: ({ signal }) => call(shiftsApi.readMyShifts, {}, { signal }),
  });

/** A refusal about shifts with its dates in the reader's words. */
export function withDates(error: unknown, f: Formats): unknown {
  if (!isProblem(error)) return error;
  const facts = Object.fromEntries(
    Object.entries(error.facts).map(([name, fact]) => [
      name,
      name === "date" || name === "next" ? dayName(f, String(fact)) : fact,
    ]),
  );
  const { code, status, fields, instance, way } = error;
  return new Problem(code, { status, fields, instance, way, facts });
}

export type WeekCourier = ShiftWeek["couriers"][number];

/** Work of a courier on a day: what an edit of that cell replaces. */
export const workIn = ({ shifts }: WeekCourier, date: LocalDate): Shift[] =>
  shifts.filter((shift) => shift.date === date && shift.state !== "asked");

/** Wish for a shift on a day that nobody has answered. */
export const wishIn = ({ shifts }: WeekCourier, date: LocalDate): Shift | undefined =>
  shifts.find((shift) => shift.date === date && (shift.state === "asked" || shift.state === "declined"));

export const timesOf = ({ from, to, breaks, vehicleId }: ShiftTimes): ShiftTimes => ({
  from,
  to,
  breaks,
  vehicleId,
});

const seenOf = (shifts: readonly Shift[]) => shifts.map(({ id, version }) => ({ id, version }));

/** One day of a courier as it is to become. */
export interface Planned {
  readonly courier: WeekCourier;
  readonly date: LocalDate;
  readonly shifts: readonly ShiftTimes[];
}

/** Plans days of a week; each plan can be taken back for ten seconds. */
export function usePlanning(again: () => Promise<void>) {
  const t = useWords("shifts");
  const f = useFormat();
  const command = useCommand(shiftsApi.planShifts, { onDone: again });
  const send = async (cells: ShiftCell[], before: ReadonlyMap<ShiftCell, readonly ShiftTimes[]>) => {
    const { shifts } = await command.mutateAsync({ cells });
    const back = cells.map((cell): ShiftCell => ({
      courierId: cell.courierId,
      date: cell.date,
      shifts: (before.get(cell) ?? []).map(timesOf),
      seen: seenOf(
        shifts.filter(({ courierId, date }) => courierId === cell.courierId && date === cell.date),
      ),
    }));
    return back;
  };
  return {
    isPending: command.isPending,
    error: command.error === null ? null : withDates(command.error, f),
    reset: command.reset,
    /** @returns whether it was taken */
    plan: async (days: readonly Planned[]): Promise<boolean> => {
      const before = new Map<ShiftCell, readonly ShiftTimes[]>();
      const cells = days.map(({ courier, date, shifts }): ShiftCell => {
        const own = workIn(courier, date);
        const cell = { courierId: courier.id, date, shifts: [...shifts], seen: seenOf(own) };
        before.set(cell, own);
        return cell;
      });
      try {
        const back = await send(cells, before);
        showSnack({
          text: t("week.saved", { n: cells.length }),
          topic: KEY,
          undo: () => void send(back, new Map()).catch(() => undefined),
        });
        return true;
      } catch {
        // The refusal is in `error`; what others changed is read anew.
        await again();
        return false;
      }
    },
  };
}
