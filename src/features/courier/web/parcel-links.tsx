import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { CourierDay } from "../contract/api.ts";
import { useDayStep } from "./day-action.tsx";

/** Comes with the links, in one file. */
export { DayAction } from "./day-action.tsx";

/**
 * Ways to parcels in hand, to the load check, while a parcel that must be on board is not ticked, and to a handover; not to
 * what the day's main action leads to.
 */
export function ParcelLinks({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const { step, isLoaded, inHand } = useDayStep(day);
  return (
    <>
      {inHand > 0 && step !== "in-hand" && (
        <Button size="large" variant="tonal" full icon="warning" href="/c/in-hand">
          {t("day.in-hand", { n: inHand })}
        </Button>
      )}
      {!isLoaded && step !== "load" && (
        <Button size="large" variant="outlined" full icon="parcel" href="/c/load">
          {t("load.title")}
        </Button>
      )}
      <Button variant="text" full icon="swap" href="/c/handover">
        {t("hand.link")}
      </Button>
    </>
  );
}
