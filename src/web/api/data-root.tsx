import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { onPersonChange } from "../session/person-change.ts";
import { isProblem } from "./problem.ts";

const FRESH_MS = 15_000;
/** A refusal stays a refusal; `call` itself repeated what nobody answered. */
const worthAgain = (error: unknown): boolean =>
  isProblem(error) && (error.status >= 500 || error.code === "http.timeout");

/** One cache for all pages of this tab. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < 2 && worthAgain(error),
      // Our own `http.offline` is shown instead of a query that waits in silence.
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Gives what is inside the cache of what the server said. Its code comes with the first page that reads. */
export function DataRoot({ children }: { children: ReactNode }) {
  useEffect(() => onPersonChange(() => queries.clear()), []);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
