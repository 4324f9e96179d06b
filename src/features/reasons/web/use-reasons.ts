import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { reasonsApi } from "../contract/api.ts";
import { type Reasons, useReasonsOf } from "./use-reason-names.ts";

export const REASONS_KEY = ["reasons"];

interface ReadReasons extends Reasons {
  /** How far their reading is. */
  readonly query: UseQueryResult;
}

/**
 * The company's reasons, for whoever records or reads of one; those that every company begins with until they are read.
 *
 * @param isNeeded false where nothing shows any
 */
export function useReasons(isNeeded = true): ReadReasons {
  const query = useQuery({
    queryKey: [...REASONS_KEY, "list"],
    queryFn: ({ signal }) => call(reasonsApi.listReasons, {}, { signal }),
    enabled: isNeeded,
  });
  return { ...useReasonsOf(query.data?.reasons), query };
}
