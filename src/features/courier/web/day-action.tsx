import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import type { CourierDay } from "../contract/api.ts";
import { stillInHand } from "../domain/in-hand.ts";
import { toLoad, unticked } from "#features/parcels/domain/scan.ts";
import { nextStop } from "./day-query.ts";
import { type DayStep, dayStep } from "./day-step.ts";
import { useNextAction } from "./next-action.ts";
import { usePhone } from "./phone-view.ts";
import { useTicked } from "#web/scan/ticked.ts";
import { useDuty } from "./use-duty.ts";

/** The day's next step with what it was decided by. */
export function useDayStep(day: CourierDay) {
  const { ops } = usePhone();
  const { codes } = useTicked(`load.${day.date}`);
  const isLoaded = toLoad(day.stops).every((stop) => unticked(stop, codes).length === 0);
  // A check that was finished with parcels missing is done, too: its label is its date.
  const isChecked =
    isLoaded || ops.some(({ command, label }) => command.type === "load_checked" && label === day.date);
  const inHand = stillInHand(day.inHand, ops).length;
  return { isLoaded, inHand, step: dayStep(day, { isChecked, inHand }) };
}

const ICON: Readonly<Record<DayStep, IconName>> = {
  begin: "play",
  load: "parcel",
  next: "arrow-forward",
  "go-on": "arrow-forward",
  "in-hand": "warning",
  end: "pause",
};

/** The one thing to do next, in the thumb's reach. */
export function DayAction({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const { step, inHand } = useDayStep(day);
  const duty = useDuty();
  const actions = useNextAction(step);
  const { undo } = usePhone();
  // A second tap on the last stop's end would go off duty.
  if (!step || (step === "end" && undo)) return null;
  const stop = `/c/stop/${nextStop(day.stops)?.taskId}`;
  const does = {
    begin: { text: t("act.begin"), onClick: () => void duty.keep(true) },
    load: { text: t("load.title"), href: "/c/load" },
    next: { text: t("act.next"), href: stop },
    "go-on": { text: t("act.go-on"), href: stop },
    "in-hand": { text: t("day.in-hand", { n: inHand }), href: "/c/in-hand" },
    end: { text: t("act.end"), onClick: () => void duty.keep(false) },
  } satisfies Record<DayStep, object>;
  const { text, ...press } = does[step];
  return (
    <footer className="courier-actions" ref={actions}>
      <RefusalNote error={duty.error} />
      <Button size="large" variant="filled" full icon={ICON[step]} loading={duty.isPending} {...press}>
        {text}
      </Button>
    </footer>
  );
}
