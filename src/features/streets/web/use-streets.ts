import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { usePages } from "#web/api/use-pages.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { streetsApi } from "../contract/api.ts";
import { streetHappened } from "../contract/events.ts";
import type { StreetsSearch } from "./streets-search.ts";

const STREETS = ["streets"];
const PAGE = 25;
/** A change begins and ends by the clock, and roads need a few seconds to take it up. */
const READ_EVERY_MS = 15_000;
const CHANGING_MS = 1_500;

/** Closed and slow streets as far as they were read, and the roads that answer. */
export function useStreets({ group }: StreetsSearch) {
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: STREETS });
  useLive([onLive(streetHappened, again), onResync(again)]);
  const pages = usePages(
    [...STREETS, "changes", group],
    (from, options) => call(streetsApi.listStreetChanges, { group, limit: PAGE, ...from }, options),
    { everyMs: READ_EVERY_MS },
  );
  const roads = useQuery({
    queryKey: [...STREETS, "roads"],
    queryFn: ({ signal }) => call(streetsApi.readRoads, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.changing ? CHANGING_MS : READ_EVERY_MS),
  });
  return { ...pages, roads, again };
}
