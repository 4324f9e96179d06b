import { useState } from "react";
import { addDays } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { type ShiftWeek, shiftsApi } from "../contract/api.ts";
import { type Planned, timesOf, workIn } from "./use-week.ts";

/** The plan of the week before, for the couriers and vehicles that are still there. */
export function useCopiedWeek(week: ShiftWeek) {
  const [state, setState] = useState<{ isPending: boolean; isNothing: boolean; error: unknown }>({
    isPending: false,
    isNothing: false,
    error: null,
  });
  const read = async (): Promise<Planned[] | undefined> => {
    setState({ isPending: true, isNothing: false, error: null });
    try {
      const before = await call(shiftsApi.readShiftWeek, { date: addDays(week.from, -7) });
      const inUse = new Set(week.vehicles.filter(({ retired }) => !retired).map(({ id }) => id));
      const days = week.couriers.flatMap((courier) => {
        const same = before.couriers.find(({ id }) => id === courier.id);
        return week.dates.flatMap((date): Planned[] => {
          const shifts = (same ? workIn(same, addDays(date, -7)) : []).map(timesOf).map((times) => ({
            ...times,
            vehicleId: times.vehicleId !== null && inUse.has(times.vehicleId) ? times.vehicleId : null,
          }));
          return shifts.length > 0 ? [{ courier, date, shifts }] : [];
        });
      });
      setState({ isPending: false, isNothing: days.length === 0, error: null });
      return days;
    } catch (error) {
      setState({ isPending: false, isNothing: false, error });
      return undefined;
    }
  };
  return { ...state, read };
}
