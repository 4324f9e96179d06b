import { fromIso } from "#kernel/instant.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { TrackingView } from "../contract/api.ts";
import { isAwaited } from "./look.ts";

/** When the courier comes by what is known now, beside the promise. */
export function Arrival({
  view,
  now,
}: {
  view: Pick<TrackingView, "arrival" | "state" | "timezone">;
  now: number;
}) {
  const t = useWords("tracking");
  const format = useFormat();
  const { arrival, state, timezone } = view;
  if (!arrival || !isAwaited(state) || state === "missed" || now >= fromIso(arrival.window.end)) return null;
  const hours = <strong className="figure">{format.hours(arrival.window, timezone)}</strong>;
  return (
    <p className="track-arrival" data-testid="arrival">
      <span>{t(`arrival.${arrival.status}`)}</span> {hours}{" "}
      {arrival.status === "available" && arrival.ahead !== null && (
        <span className="small track-ahead">{t("arrival.ahead", { n: arrival.ahead })}</span>
      )}
    </p>
  );
}
