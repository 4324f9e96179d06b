import type { CalibrationReply } from "../contract/api.ts";

/** RFC 4180: numbers alone, so that nothing in it is a formula; shares with a point in every language. */
export function csvOf({ days, buckets, arrivals, within }: CalibrationReply): string {
  const rows = [
    ["days", "odds_from", "odds_to", "stops", "given_mean", "kept_share"],
    ...buckets.map(({ from, to, stops, given, kept }) => [days, from, to, stops, given ?? "", kept ?? ""]),
    [],
    ["days", "arrivals", "within_interval"],
    [days, arrivals, within ?? ""],
  ];
  return rows.map((row) => `${row.join(",")}\r\n`).join("");
}
