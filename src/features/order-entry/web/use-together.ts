import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { onResync, useLive } from "#web/live/live.ts";
import { orderEntryApi } from "../contract/api.ts";

/** Orders that were entered with this one, as they stand now. */
export function useTogether(orderId: string) {
  const queries = useQueryClient();
  const queryKey = ["together", orderId];
  const again = () => void queries.invalidateQueries({ queryKey });
  useLive([{ type: "order.*", run: again }, { type: "delivery.*", run: again }, onResync(again)]);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(orderEntryApi.readTogether, { id: orderId }, { signal }),
  });
}
