import { QueryClient } from "@tanstack/react-query";
import { type ReasonTerms, writableReason } from "#features/reasons/contract/shapes.ts";
import { DEFAULT_TERMS, newReason, NO_NAMES } from "#features/reasons/domain/terms.ts";

/** A reason of a company's own that asks for a photo and sends the parcels to the hub. */
export const DOG_REASON: ReasonTerms = {
  ...writableReason(newReason("dropoff", "dogbarks")),
  nextAction: "hub",
  proofs: ["photo"],
  names: { ...NO_NAMES, en: "A dog in the yard" },
};

/** A client that has read the company's reasons: the product's, but for one that is off, and one of its own. */
export function clientWithReasons(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const reasons = [...DEFAULT_TERMS, DOG_REASON].map((one) => ({
    ...writableReason(one),
    isOn: one.code !== "moved",
  }));
  client.setQueryData(["reasons", "list"], { reasons });
  return client;
}
