import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { CourierDay } from "../contract/api.ts";
import { toLoad, unticked } from "../domain/scan.ts";
import { useTicked } from "./scan/ticked.ts";

/** Way to the load check while parcels must be on board and one of them is not ticked. */
export function LoadLink({ day }: { day: CourierDay }) {
  const t = useWords("courier");
  const { codes } = useTicked(`load.${day.date}`);
  const isOpen = toLoad(day.stops).some((stop) => unticked(stop, codes).length > 0);
  if (!isOpen) return null;
  return (
    <Button size="large" variant="outlined" full icon="parcel" href="/c/load">
      {t("load.title")}
    </Button>
  );
}
