import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { shiftsApi, type WorkDays } from "#features/shifts/contract/api.ts";
import { shiftHappened, vehicleHappened } from "#features/shifts/contract/events.ts";
import type { Board, BoardCourier } from "#features/dispatch/contract/board.ts";
import { isDone } from "#features/dispatch/web/public.ts";
import { isAtRisk } from "#features/lateness/domain/lateness.ts";
import { HOUR_MS, fromIso } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import type { Window } from "#kernel/window.ts";
import { call } from "#web/api/call.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { useServerNow } from "#web/session/use-server-now.ts";
import { axisOf, type DayLine, dayLine, type Shift } from "../domain/day-line.ts";
import { type LoadStep, loadSteps } from "../domain/load.ts";

type Work = WorkDays["couriers"][number];

export interface CourierDay {
  readonly now: number;
  /** The one axis of all couriers; null on a day without planned shifts. */
  readonly axis: Window | null;
  readonly line: DayLine;
  readonly load: readonly LoadStep[];
}

const shiftsOf = (work: Work | undefined): Shift[] =>
  (work?.shifts ?? []).map(({ start, end, breaks }) => ({
    start: fromIso(start),
    end: fromIso(end),
    breaks: breaks.map(({ earliest, latest, minutes }) => ({
      earliest: fromIso(earliest),
      latest: fromIso(latest),
      minutes,
    })),
  }));

/** Room for work beyond the shifts. */
const OVERTIME_MS = HOUR_MS;

function axisOfAll({ couriers }: WorkDays): Window | null {
  const axis = axisOf(couriers.flatMap(shiftsOf));
  return axis && { ...axis, end: axis.end + OVERTIME_MS };
}

const workKey = (date: LocalDate) => ["work-day", date];

/** Reads planned work again when a shift or a vehicle changed. */
export function useWorkNews(date: LocalDate): void {
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: workKey(date) });
  useLive([onLive(shiftHappened, again), onLive(vehicleHappened, again), onResync(again)]);
}

/** A courier's day by shifts and predictions; undefined until the shifts are read. */
export function useDay(courier: BoardCourier, date: LocalDate): CourierDay | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: workKey(date),
    queryFn: ({ signal }) => call(shiftsApi.readWorkDay, { date }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const now = useServerNow();
  return useMemo(() => {
    // Deliveries stand on the board alone, which every row of it has been read with.
    const boards = queries.getQueriesData<Board>({ queryKey: ["board"] });
    const board = boards.map(([, one]) => one).find((one) => one?.date === date);
    return data && dayOf(courier, { work: data, board, now });
  }, [courier, data, now, queries, date]);
}

interface Facts {
  readonly work: WorkDays;
  readonly board: Board | undefined;
  readonly now: number;
}

function dayOf({ id, route }: BoardCourier, { work, board, now }: Facts): CourierDay {
  const own = work.couriers.find(({ courierId }) => courierId === id);
  const ids = new Set(route.stops.map(({ deliveryId }) => deliveryId));
  const loads = new Map(
    board?.deliveries.filter((one) => ids.has(one.id)).map((one) => [one.id, one] as const),
  );
  const ahead = route.stops.filter((stop) => !isDone(stop));
  const line = dayLine({
    now,
    shifts: shiftsOf(own),
    reached: route.stops.flatMap((stop) =>
      stop.reached === undefined ? [] : [{ taskId: stop.taskId, at: stop.reached, isOver: isDone(stop) }],
    ),
    ahead: ahead.flatMap(({ taskId, arrival, window }) => {
      const promisedEnd = fromIso(window.end);
      return arrival
        ? [{ taskId, ...arrival, promisedEnd, isAtRisk: isAtRisk({ end: promisedEnd, arrival }, now) }]
        : [];
    }),
  });
  const stops = ahead.flatMap(({ deliveryId, kind, arrival }) => {
    const load = loads.get(deliveryId);
    if (!load) return [];
    const { parcels, massG } = load;
    return [{ deliveryId, takes: kind === "collect", at: arrival?.at ?? now, parcels, massG }];
  });
  return { now, axis: axisOfAll(work), line, load: own ? loadSteps(now, stops, own) : [] };
}
