import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { CourierStop } from "../contract/api.ts";

/** Way to the page that says of each parcel what became of it. */
export function PartLink({ stop: { taskId, state, kind, parcels } }: { stop: CourierStop }) {
  const t = useWords("courier");
  if (state !== "arrived" || kind === "return" || parcels.length < 2) return null;
  return (
    <Button variant="text" icon="parcel" href={`/c/stop/${taskId}/parts`}>
      {t("stop.not-all")}
    </Button>
  );
}
