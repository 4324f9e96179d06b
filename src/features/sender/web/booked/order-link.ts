import { useQuery } from "@tanstack/react-query";
import { HEADERS } from "#contract/endpoint.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";

/** Storage prefix of links, before the id of their order. */
const PREFIX = "wb.link.";

/** The recipient's link to an order, made once in this browser: our server keeps only its hash. */
export function useOrderLink(orderId: string, headers: Readonly<Record<string, string>>) {
  return useQuery({
    queryKey: ["order-link", orderId],
    queryFn: async ({ signal }) => {
      const kept = localStorage.getItem(PREFIX + orderId);
      if (kept !== null && (await isAlive(kept, signal))) return addressOf(kept);
      const { path } = await call(trackingApi.shareOrder, { id: orderId }, { signal, headers });
      localStorage.setItem(PREFIX + orderId, path);
      return addressOf(path);
    },
    staleTime: Infinity,
  });
}

const addressOf = (path: string): string => new URL(path, location.origin).href;

/** It was not taken back, as far as we know. */
async function isAlive(path: string, signal: AbortSignal): Promise<boolean> {
  const headers = { [HEADERS.trackingToken]: path.split("/").at(-1) ?? "" };
  try {
    await call(trackingApi.track, {}, { signal, headers });
    return true;
  } catch (error) {
    return !isProblem(error, "tracking.unknown-link");
  }
}
