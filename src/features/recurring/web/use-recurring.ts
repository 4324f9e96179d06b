import { useQuery, useQueryClient } from "@tanstack/react-query";
import { placesApi } from "#features/places/contract/api.ts";
import { levelsApi } from "#features/quotes/contract/levels.ts";
import { call } from "#web/api/call.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { recurringApi } from "../contract/api.ts";
import { recurringChanged } from "../contract/events.ts";
import type { Open } from "../domain/occurrence.ts";

export const RECURRING = ["recurring"];

/** Reads everything shown of standing orders anew, when one changes or a delivery goes on. */
export function useRecurringNews(): () => Promise<void> {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: RECURRING });
  const again = () => void refresh();
  useLive([onLive(recurringChanged, again), onResync(again)]);
  return refresh;
}

export const useStandingOrder = (id: string) =>
  useQuery({
    queryKey: [...RECURRING, id],
    queryFn: ({ signal }) => call(recurringApi.readRule, { id }, { signal }),
  });

/** Five weeks of days. @param from empty for today */
export const useDays = (id: string, from: string) =>
  useQuery({
    queryKey: [...RECURRING, id, "days", from],
    queryFn: ({ signal }) => call(recurringApi.readDays, { id, ...(from !== "" && { from }) }, { signal }),
    placeholderData: (before) => before,
  });

/** Terms of the levels, by which a time has its end. */
export const useLevels = () =>
  useQuery({
    queryKey: ["service-levels"],
    queryFn: ({ signal }) => call(levelsApi.readServiceLevels, {}, { signal }),
  });

/** Opening hours and terms of the levels, by which times are chosen. */
export function useOpen() {
  const area = useQuery({
    queryKey: ["area"],
    queryFn: ({ signal }) => call(placesApi.readArea, {}, { signal }),
  });
  const sold = useLevels();
  const open: Open | undefined = area.data &&
    sold.data && { hours: area.data.hours, zone: area.data.timezone, levels: sold.data.levels };
  const error = area.error ?? sold.error;
  return {
    open,
    error,
    isPending: !open && !error,
    refetch: () => void Promise.all([area.refetch(), sold.refetch()]),
  };
}
