import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { findingsApi } from "../../contract/findings.ts";

/** Whether the looks over the books go through, and why no calls go out. */
export const useMoneyHealth = () =>
  useQuery({
    queryKey: ["money", "health"],
    queryFn: ({ signal }) => call(findingsApi.readMoneyHealth, {}, { signal }),
    refetchInterval: READ_EVERY.everyMs,
  });
