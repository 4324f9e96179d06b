import { keepPreviousData, useQuery, type QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { onLive, onResync, useLive, useLiveStatus } from "#web/live/live.ts";
import { useReadAgain } from "#web/live/read-again.ts";
import { call } from "#web/api/call.ts";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import { timesChanged } from "#features/times/contract/events.ts";
import { dispatchApi } from "../contract/api.ts";
import { boardOf, type Board } from "../contract/board.ts";
import { dutyChanged, routeAcknowledged, routeRevised } from "../contract/events.ts";

/** Without live news the board is read this often. */
const POLL_MS = 15_000;

export const boardKey = (date: string): QueryKey => ["board", date];

export type Liveness = "live" | "reconnecting" | "resyncing";

/** The board of a day as the server knows it, kept fresh by live news (or by asking, while there are none). */
export function useBoard(date: string) {
  const connected = useLiveStatus();
  const [resyncing, setResyncing] = useState(false);
  const query = useQuery<Board>({
    queryKey: boardKey(date),
    queryFn: async ({ signal }) =>
      boardOf(await call(dispatchApi.readBoard, date === "" ? {} : { date }, { signal })),
    placeholderData: keepPreviousData,
    // A reading that failed is made up for, or its news would be missing until the next ones.
    refetchInterval: ({ state }) => (connected && state.error === null ? false : POLL_MS),
  });
  const refresh = useReadAgain(boardKey(date), () => setResyncing(false));
  const resync = () => {
    setResyncing(true);
    refresh();
  };
  const shownDate = query.isPlaceholderData ? undefined : query.data?.date;
  const isShown = (news: { readonly date: string }) => shownDate === undefined || news.date === shownDate;
  useLive([
    onLive(routeRevised, (news) => isShown(news) && refresh()),
    onLive(routeAcknowledged, (news) => isShown(news) && refresh()),
    onLive(deliveryHappened, refresh),
    onLive(dutyChanged, refresh),
    onLive(timesChanged, refresh),
    onResync(resync),
  ]);
  const was = useRef(connected);
  useEffect(() => {
    // News from before a connection stands never come: a reading that is there, or on its way, is made again.
    if (connected && !was.current) resync();
    was.current = connected;
  });
  const liveness: Liveness = resyncing ? "resyncing" : connected ? "live" : "reconnecting";
  return { query, liveness };
}
