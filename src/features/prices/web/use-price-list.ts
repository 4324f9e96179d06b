import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { quotesApi } from "#features/quotes/contract/api.ts";

export const PRICE_LIST_KEY = ["price-list"];

/** The published price list. */
export const usePriceList = () =>
  useQuery({
    queryKey: PRICE_LIST_KEY,
    queryFn: ({ signal }) => call(quotesApi.readPriceList, {}, { signal }),
  });
