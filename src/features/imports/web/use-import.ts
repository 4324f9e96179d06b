import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { onLive, onResync, useLive, useLiveStatus } from "#web/live/live.ts";
import { importsApi } from "../contract/api.ts";
import { importChanged } from "../contract/events.ts";
import { isWorking } from "../domain/import-lifecycle.ts";

export const IMPORTS = ["imports"];
/** Milliseconds between two readings of an import that is worked on, while nothing is heard. */
const POLL_MS = 2_000;

/** Reads everything shown of imports anew, when one goes on; @returns the same for an act of one's own */
export function useImportNews(): () => Promise<void> {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: IMPORTS });
  useLive([onLive(importChanged, () => void refresh()), onResync(() => void refresh())]);
  return refresh;
}

/** One import, followed while it is worked on. */
export function useImport(id: string) {
  const isHeard = useLiveStatus();
  return useQuery({
    queryKey: [...IMPORTS, id],
    queryFn: ({ signal }) => call(importsApi.readImport, { id }, { signal }),
    refetchInterval: (query) =>
      !isHeard && query.state.data && isWorking(query.state.data.state) ? POLL_MS : false,
  });
}
