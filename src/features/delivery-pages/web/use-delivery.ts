import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";

/** One delivery, read anew with each of its live events. */
export function useDelivery(id: string) {
  const queries = useQueryClient();
  const queryKey = ["delivery", id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(deliveriesApi.readDelivery, { id }, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  useLive([
    onLive(deliveryHappened, (news) => news.deliveryId === id && void refresh()),
    onResync(() => void refresh()),
  ]);
  const keep = (fresh: Delivery): void => void queries.setQueryData(queryKey, fresh);
  return { query, refresh, keep };
}
