import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { levelsApi } from "../../contract/levels.ts";

export const LEVELS_KEY = ["service-levels"];

export const useLevels = () =>
  useQuery({
    queryKey: LEVELS_KEY,
    queryFn: ({ signal }) => call(levelsApi.readServiceLevels, {}, { signal }),
  });

/** Codes of levels that are not sold now; none until they are read. */
export function useOffLevels(): ReadonlySet<string> {
  const { data } = useLevels();
  return new Set(data?.levels.filter(({ isOn }) => !isOn).map(({ code }) => code));
}
