import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { onLive, onResync, useLive, useLiveStatus } from "#web/live/live.ts";
import { call } from "#web/api/call.ts";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import { timesChanged } from "#features/times/contract/events.ts";
import { dispatchApi } from "../contract/api.ts";
import { boardOf, type Board } from "../contract/board.ts";
import { dutyChanged, positionsMoved, routeAcknowledged, routeRevised } from "../contract/events.ts";
import { keepPositions } from "./plan/positions.ts";

/** News come in bursts (a live day at ×60): the board is read at most this often, and at the latest this long after. */
const READ_EVERY_MS = 500;
/** Without live news the board is read this often. */
const POLL_MS = 15_000;

export const boardKey = (date: string): QueryKey => ["board", date];

/** One reading for many calls: at once after a pause, else at the end of it. */
function useThrottled(run: () => void): () => void {
  const latest = useRef(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    if (timer.current !== undefined) return;
    const wait = Math.max(0, last.current + READ_EVERY_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = performance.now();
      latest.current();
    }, wait);
  };
}

export type Liveness = "live" | "reconnecting" | "resyncing";

/** The board of a day as the server knows it, kept fresh by live news (or by asking, while there are none). */
export function useBoard(date: string) {
  const queries = useQueryClient();
  const connected = useLiveStatus();
  const [resyncing, setResyncing] = useState(false);
  const query = useQuery<Board>({
    queryKey: boardKey(date),
    queryFn: async ({ signal }) =>
      boardOf(await call(dispatchApi.readBoard, date === "" ? {} : { date }, { signal })),
    placeholderData: keepPreviousData,
    refetchInterval: connected ? false : POLL_MS,
  });
  const refresh = useThrottled(() => {
    void queries.invalidateQueries({ queryKey: boardKey(date) }).finally(() => setResyncing(false));
  });
  const resync = () => {
    setResyncing(true);
    refresh();
  };
  const shownDate = query.data?.date;
  useLive([
    onLive(routeRevised, (news) => news.date === shownDate && refresh()),
    onLive(routeAcknowledged, (news) => news.date === shownDate && refresh()),
    onLive(deliveryHappened, refresh),
    onLive(dutyChanged, refresh),
    onLive(timesChanged, refresh),
    onLive(positionsMoved, ({ positions }) => keepPositions(positions)),
    onResync(resync),
  ]);
  const was = useRef(connected);
  useEffect(() => {
    // Events missed while disconnected are not sent again: read once when the connection is back.
    if (connected && !was.current && shownDate !== undefined) resync();
    was.current = connected;
  });
  const liveness: Liveness = resyncing ? "resyncing" : connected ? "live" : "reconnecting";
  return { query, liveness };
}
