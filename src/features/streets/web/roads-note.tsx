import type { ReplyOf } from "#contract/endpoint.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { streetsApi } from "../contract/api.ts";

/** Says which roads answer, where that is not simply the map's with all of the list. */
export function RoadsNote({ roads }: { roads: ReplyOf<typeof streetsApi.readRoads> }) {
  const t = useWords("streets");
  if (roads.source === "estimated") return <Banner tone="warning">{t("roads.none")}</Banner>;
  if (roads.source !== "own")
    return (
      <Banner tone="warning">
        {t("roads.server", { name: roads.source === "osrm" ? "OSRM" : "Valhalla" })}
      </Banner>
    );
  return roads.changing ? <Banner icon="refresh">{t("roads.changing")}</Banner> : null;
}
