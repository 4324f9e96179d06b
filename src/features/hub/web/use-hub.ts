import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import { call } from "#web/api/call.ts";
import { usePages } from "#web/api/use-pages.ts";
import { onLive, onResync, useLive, useLiveStatus } from "#web/live/live.ts";
import { hubApi } from "../contract/api.ts";
import type { HubSearch } from "./hub-search.ts";

export const HUB = ["hub"];

/** News come in bursts; the list is read again at most this often. */
const READ_EVERY_MS = 1_000;
/** Without live news it is read this often. */
const POLL_MS = 15_000;
const PAGE_ROWS = 50;

/** Parcels at the hub as far as they were read, read again when something happens to a delivery. */
export function useHubParcels({ q, waits }: HubSearch) {
  const queries = useQueryClient();
  const isLive = useLiveStatus();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void queries.invalidateQueries({ queryKey: HUB });
    }, READ_EVERY_MS);
  };
  useLive([onLive(deliveryHappened, refresh), onResync(refresh)]);
  const search = q.trim();
  return usePages(
    [...HUB, "list", search, waits],
    (from, options) =>
      call(
        hubApi.listHubParcels,
        { limit: PAGE_ROWS, ...(search && { search }), ...(waits && { waitsFor: waits }), ...from },
        options,
      ),
    { everyMs: isLive ? false : POLL_MS },
  );
}
