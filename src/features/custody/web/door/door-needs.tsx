import type { CourierDay, CourierStop } from "#features/courier/contract/api.ts";
import { doorOf } from "#features/proofs/domain/door.ts";
import { useNeedNames } from "#features/courier/web/public.ts";
import { asksForPin } from "#features/proofs/domain/needs.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { whyNeeded } from "../../domain/door-needs.ts";

/** Required proofs of the deliveries that are to be recorded, each with those that ask for it. */
export function DoorNeeds({ stops }: { stops: readonly CourierStop[] }) {
  const t = useWords("custody");
  const names = useNeedNames();
  const format = useFormat();
  const reasons = whyNeeded(stops);
  if (reasons.length === 0) return null;
  return (
    <Banner icon="check-circle">
      <strong>{t("door.needs")}</strong>
      <ul className="door-needs">
        {reasons.map(({ need, numbers, isAll }) => (
          <li key={need}>
            {isAll
              ? t("door.need-all", { need: names([need]) })
              : t("door.need-some", { need: names([need]), numbers: format.list(numbers) })}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Deliveries of this door that are ended by themselves, since each has a PIN of its own. */
export function DoorAlone({ stop, day }: { stop: CourierStop; day: CourierDay }) {
  const t = useWords("custody");
  const without = (one: CourierStop): CourierStop =>
    asksForPin(one) ? { ...one, required: [], preferred: [] } : one;
  const alone = doorOf(day.stops.map(without), without(stop))
    .map(({ taskId }) => day.stops.find((one) => one.taskId === taskId))
    .filter((one) => one !== undefined && asksForPin(one));
  if (alone.length === 0) return null;
  return (
    <Banner icon="info">
      {t("door.alone", { n: alone.length })}
      <ul className="door-needs">
        {alone.map((one) => (
          <li key={one?.taskId}>
            <a href={`/c/stop/${one?.taskId}`}>
              <bdi className="serial">{one?.number}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
