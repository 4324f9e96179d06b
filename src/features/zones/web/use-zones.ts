import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { zonesApi } from "../contract/api.ts";

export const ZONES_KEY = ["zones"];

/** The zones as they are in force. */
export const useZones = () =>
  useQuery({
    queryKey: ZONES_KEY,
    queryFn: ({ signal }) => call(zonesApi.readZones, {}, { signal }),
  });
