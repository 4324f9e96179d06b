import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { type Replay, replaysApi } from "../contract/api.ts";

const REPLAYS = ["replays"];
/** Milliseconds between two readings of a replay that runs. */
const READ_MS = 1_000;

/** Replays that are kept. */
export const useReplays = () =>
  useQuery({
    queryKey: [...REPLAYS, "list"],
    queryFn: ({ signal }) => call(replaysApi.listReplays, {}, { signal }),
  });

/** One replay, followed while it runs. */
export function useReplay(id: string) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: [...REPLAYS, "one", id],
    queryFn: async ({ signal }) => {
      const before = queries.getQueryData<Replay>([...REPLAYS, "one", id]);
      const found = await call(replaysApi.readReplay, { id }, { signal });
      if (before?.state === "running" && found.state !== "running")
        void queries.invalidateQueries({ queryKey: [...REPLAYS, "list"] });
      return found;
    },
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data?.state === "running" ? READ_MS : false),
  });
}

/** Takes a replay that a call answered. */
export function useKeepReplay(): (replay: Replay) => void {
  const queries = useQueryClient();
  return (replay) => {
    queries.setQueryData([...REPLAYS, "one", replay.id], replay);
    void queries.invalidateQueries({ queryKey: [...REPLAYS, "list"] });
  };
}
