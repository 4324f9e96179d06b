import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";
import { Avatar } from "#web/ui/person/avatar.tsx";
import type { Shift, ShiftWeek, Vehicle } from "../contract/api.ts";
import type { WeekCourier } from "./use-week.ts";

/** Seconds of planned work, breaks left out. */
const workS = (shifts: readonly Shift[]): number =>
  shifts
    .filter(({ state }) => state !== "asked")
    .reduce(
      (sum, { start, end, breaks }) =>
        sum +
        (Date.parse(end) - Date.parse(start)) / 1000 -
        breaks.reduce((rest, { minutes }) => rest + minutes * 60, 0),
      0,
    );

interface CourierHeadProps {
  courier: WeekCourier;
  vehicles: readonly Vehicle[];
  onMeans: () => void;
}

/** Heads a courier's row: name, with which vehicle and skills, and for how long in this week. */
export function CourierHead({ courier, vehicles, onMeans }: CourierHeadProps) {
  const t = useWords("shifts");
  const accounts = useWords("accounts");
  const f = useFormat();
  const { name, vehicle, means, shifts } = courier;
  const own = vehicles.find(({ id }) => id === means.vehicleId)?.name ?? accounts(`vehicle.${vehicle}`);
  const work = workS(shifts);
  return (
    <th scope="row">
      <button type="button" className="shift-courier" onClick={onMeans}>
        <Avatar name={name} size="small" />
        <span className="choice-text">
          <span className="strong">
            <bdi>{name}</bdi>
          </span>
          <span className="quiet small">
            <bdi>{[own, ...means.skills].join(" · ")}</bdi>
          </span>
          <span className="quiet small">{work === 0 ? t("week.no-hours") : f.duration(work)}</span>
        </span>
        <span className="hidden-text">{t("means.change")}</span>
      </button>
    </th>
  );
}

/** Hours of work and deliveries of each day. */
export function DayFoot({ week, shown }: { week: ShiftWeek; shown: number }) {
  const t = useWords("shifts");
  const f = useFormat();
  const all = week.couriers.flatMap(({ shifts }) => shifts);
  return (
    <tfoot>
      <tr>
        <th scope="row">{t("week.demand")}</th>
        {week.dates.map((date, col) => {
          const work = workS(all.filter((shift) => shift.date === date));
          const demand = week.demand[col] ?? 0;
          const isBare = demand > 0 && work === 0;
          return (
            <td key={date} className={classes(col === shown && "shown", isBare && "shift-bare")}>
              <span className="strong">{work === 0 ? t("week.no-hours") : f.duration(work)}</span>
              <span className="small quiet">{t("week.deliveries", { n: demand })}</span>
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
