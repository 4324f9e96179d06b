import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useZones } from "./use-zones.ts";
import { ZonesEditor } from "./zones-editor.tsx";
import "#web/map/beside-list.css";
import "./zones.css";

/** Edits the price zones: on the map, and the same as lists. */
export function ZonesPage() {
  const t = useWords("zones");
  const zones = useZones();
  const again = () => void zones.refetch();
  if (zones.data)
    return (
      <>
        <RefusalNote error={zones.error} onRetry={again} />
        <ZonesEditor inForce={zones.data} onReload={again} />
      </>
    );
  return (
    <>
      <PageHeader title={t("page.title")} />
      {zones.isPending ? (
        <Skeleton look="rows" lines={6} />
      ) : (
        <ProblemMessage error={zones.error} onRetry={again} />
      )}
    </>
  );
}
