import { useFormat } from "../../i18n/format.ts";
import { useZone } from "../../session/config.ts";

/** Writes a moment as its day and hour in the service area. */
export function useMoment(): (at: string) => string {
  const f = useFormat();
  const zone = useZone();
  return (at) => f.dateTime(at, zone);
}

/** A moment with equal digits, kept on one line. */
export const Moment = ({ at }: { at: string }) => <span className="figure">{useMoment()(at)}</span>;
