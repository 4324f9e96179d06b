import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "#kernel/instant.ts";
import { call } from "#web/api/call.ts";
import { slotsApi } from "../../contract/api.ts";

export const SLOTS_KEY = ["slots"];
export const LOAD_KEY = ["slot-load"];

export const useSlots = () =>
  useQuery({ queryKey: SLOTS_KEY, queryFn: ({ signal }) => call(slotsApi.readSlots, {}, { signal }) });

/** Today's and tomorrow's load, read again each minute. */
export const useLoad = () =>
  useQuery({
    queryKey: LOAD_KEY,
    queryFn: ({ signal }) => call(slotsApi.readSlotLoad, {}, { signal }),
    refetchInterval: MINUTE_MS,
  });
