import { useWords } from "#web/i18n/words.ts";
import { InstallHint } from "#web/install/install-hint.tsx";
import { Button } from "#web/ui/button.tsx";
import type { CourierDay } from "../contract/api.ts";
import { stillInHand } from "../domain/in-hand.ts";
import { toLoad, unticked } from "#features/parcels/domain/scan.ts";
import { usePhone } from "./phone-view.ts";
import { useTicked } from "#web/scan/ticked.ts";

/** Ways to parcels in hand, to the load check, while a parcel that must be on board is not ticked, and to a handover. */
export function ParcelLinks({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const { codes } = useTicked(`load.${day.date}`);
  const isLoaded = toLoad(day.stops).every((stop) => unticked(stop, codes).length === 0);
  const inHand = stillInHand(day.inHand, usePhone().ops).length;
  return (
    <>
      {inHand > 0 && (
        <Button size="large" variant="filled" full icon="warning" href="/c/in-hand">
          {t("day.in-hand", { n: inHand })}
        </Button>
      )}
      {!isLoaded && (
        <Button size="large" variant="outlined" full icon="parcel" href="/c/load">
          {t("load.title")}
        </Button>
      )}
      <Button variant="text" full icon="swap" href="/c/handover">
        {t("hand.link")}
      </Button>
      <InstallHint text={t("install.text")} show={t("install.show")} later={t("install.later")} />
    </>
  );
}
