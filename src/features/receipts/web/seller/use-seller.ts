import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { sellerApi } from "../../contract/seller.ts";

export const SELLER_KEY = ["seller"];

/** The seller of receipts. */
export const useSeller = () =>
  useQuery({
    queryKey: SELLER_KEY,
    queryFn: ({ signal }) => call(sellerApi.readSeller, {}, { signal }),
  });
