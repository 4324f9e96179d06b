import { wholeTimes } from "#kernel/window-text.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import type { Shift, Vehicle } from "../contract/api.ts";
import { lacksBreak } from "../domain/rules.ts";

/** Times of a shift by the reader's clock. */
export const useHours = () => {
  const f = useFormat();
  return ({ from, to }: Pick<Shift, "from" | "to">): string =>
    wholeTimes(`${f.clock(from)} – ${f.clock(to)}`);
};

/** A shift's breaks, vehicle and what is open about it. */
export function ShiftLines({ shift, vehicles = [] }: { shift: Shift; vehicles?: readonly Vehicle[] }) {
  const t = useWords("shifts");
  const f = useFormat();
  const { breaks, vehicleId, state, start, end } = shift;
  const vehicle = vehicles.find(({ id }) => id === vehicleId);
  const window = { start: Date.parse(start), end: Date.parse(end) };
  const isBroken = lacksBreak({ window, rests: breaks.map(() => ({ earliest: 0, latest: 0, seconds: 0 })) });
  return (
    <>
      {breaks.map(({ earliest, latest, minutes }) => (
        <span key={earliest} className="shift-break small quiet">
          <Icon name="pause" size="small" />
          {earliest === latest
            ? t("shift.break-at", { time: f.clock(earliest), long: f.duration(minutes * 60) })
            : t("shift.break-between", {
                from: f.clock(earliest),
                to: f.clock(latest),
                long: f.duration(minutes * 60),
              })}
        </span>
      ))}
      {vehicle && (
        <span className="shift-break small quiet">
          <Icon name="truck" size="small" />
          <bdi>{vehicle.name}</bdi>
        </span>
      )}
      {isBroken && state === "planned" && (
        <span className="shift-break shift-warning small">
          <Icon name="warning" size="small" />
          {t("shift.no-break")}
        </span>
      )}
      {state === "asked" && (
        <StatusChip tone="near" icon="help">
          {t("state.asked")}
        </StatusChip>
      )}
      {state === "declined" && (
        <StatusChip tone="trouble" icon="help">
          {t("state.declined")}
        </StatusChip>
      )}
    </>
  );
}
