import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { onPersonChange } from "../session/driver/person-change.ts";
import { onSession, sessionState } from "../session/session.ts";
import { worthAgain } from "./worth-again.ts";

const FRESH_MS = 15_000;

/** One cache for all pages of this tab. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < 2 && worthAgain(error),
      // Our own `http.offline` is shown instead of a query that waits in silence.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

const isOffline = (): boolean => {
  const state = sessionState();
  return state.kind === "signed-in" && state.offline;
};

/** Repeats reads that failed while the sign-in could not be confirmed, as soon as it was. */
function readAgainWhenConfirmed(): () => void {
  let wasOffline = isOffline();
  return onSession(() => {
    const isNow = isOffline();
    if (wasOffline && !isNow)
      void queries.refetchQueries({ type: "active", predicate: ({ state }) => state.error !== null });
    wasOffline = isNow;
  });
}

/** Gives what is inside the cache of what the server said. Its code comes with the first page that reads. */
export function DataRoot({ children }: { children: ReactNode }) {
  useEffect(() => onPersonChange(() => queries.clear()), []);
  useEffect(readAgainWhenConfirmed, []);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
