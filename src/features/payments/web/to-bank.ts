import type { InputOf } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import { paymentsApi } from "../contract/api.ts";

/** Opens the bank's own page and leaves for it: nothing follows here but what it refuses. */
export async function goToBank(
  which: InputOf<typeof paymentsApi.openHostedPage>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<never> {
  const { url } = await call(paymentsApi.openHostedPage, which, { signal, headers });
  location.assign(url);
  // Back from there may bring this page as it was left.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { once: true });
  return new Promise(() => undefined);
}
