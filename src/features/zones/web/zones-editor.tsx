import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { placesApi } from "#features/places/contract/api.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { DraftFrame } from "#web/drafts/draft-frame.tsx";
import { useVersionedSave } from "#web/drafts/use-versioned-save.ts";
import { useWords } from "#web/i18n/words.ts";
import { mapMeta } from "#web/map/meta.ts";
import { Button } from "#web/ui/button.tsx";
import { type Zones, zonesApi } from "../contract/api.ts";
import { newZone } from "../domain/geojson.ts";
import type { Zone } from "../domain/zone.ts";
import { reachOf, ZONE_LIMITS, zoneFaults } from "../domain/zone-faults.ts";
import { Behind } from "./behind.tsx";
import { polygonOf, writable } from "./corners.ts";
import { TryAddress } from "./try-address.tsx";
import { useDrawing } from "./use-drawing.ts";
import { ZONES_KEY } from "./use-zones.ts";
import { ZoneFiles } from "./zone-files.tsx";
import { ZoneList } from "./zone-list.tsx";
import { ZonePanel } from "./zone-panel.tsx";
import { useZonesDraft } from "./zones-draft.ts";
import { ZonesMap } from "./zones-map.tsx";

interface EditorProps {
  inForce: Zones;
  onReload: () => void;
}

/** Faults of a zone that is just begun: told only once somebody wants to save it. */
const UNFINISHED: readonly string[] = ["no-name", "too-few-corners"];

/** Refusal of zones that were changed on an older version. */
const STALE = "zones.changed-meanwhile";

export function ZonesEditor({ inForce, onReload }: EditorProps) {
  const t = useWords("zones");
  const queries = useQueryClient();
  const draft = useZonesDraft(inForce);
  const meta = useQuery({ queryKey: ["map", "meta"], queryFn: mapMeta, staleTime: Infinity, retry: 1 });
  const area = useQuery({
    queryKey: ["area"],
    queryFn: ({ signal }) => call(placesApi.readArea, {}, { signal }),
    retry: false,
  });
  const zones = draft.items;
  const drawing = useDrawing(draft, meta.data?.center);
  const [isAsked, setAsked] = useState(false);
  const faults = useMemo(() => zoneFaults(zones, meta.data && reachOf(meta.data.bounds)), [zones, meta.data]);
  const told = faults.filter(
    ({ at, code }) => isAsked || zones[at]?.code !== drawing.zone?.code || !UNFINISHED.includes(code),
  );
  const { save, send } = useVersionedSave(zonesApi.editZones, {
    draft,
    stale: STALE,
    onReload,
    onSaved: (fresh) => {
      queries.setQueryData(ZONES_KEY, fresh);
      drawing.choose(undefined);
      setAsked(false);
    },
    savedText: () => t("save.saved"),
  });
  const sendZones = async () => {
    setAsked(true);
    const [first] = faults;
    if (first) return drawing.choose(zones[first.at]?.code);
    const error = await send({ version: draft.version, zones: writable(zones) });
    if (isProblem(error, "zones.in-use")) onReload();
  };
  const add = () => {
    const fresh = newZone(zones, { name: "", polygon: polygonOf([]) });
    draft.set([...zones, fresh]);
    drawing.begin(fresh.code);
  };
  const change = (next: Zone) => draft.set(zones.map((zone) => (zone.code === next.code ? next : zone)));
  const addButton = zones.length < ZONE_LIMITS.zones && (
    <Button icon="add" onClick={add}>
      {t("zone.new")}
    </Button>
  );
  return (
    <DraftFrame
      title={t("page.title")}
      detail={t("page.text")}
      draft={draft}
      save={save}
      stale={STALE}
      topic="zones"
      onSave={() => void sendZones()}
      onDiscard={() => drawing.choose(undefined)}
      actions={
        draft.undo && (
          <Button variant="text" icon="undo" onClick={draft.undo}>
            {t("undo")}
          </Button>
        )
      }
      behind={<Behind inForce={inForce} base={draft.base} />}
    >
      <div className="beside-list">
        <div className="beside-list-side">
          {drawing.zone ? (
            <ZonePanel
              zone={drawing.zone}
              faults={told.filter(({ at }) => zones[at]?.code === drawing.zone?.code)}
              drawing={drawing}
              onChange={change}
            />
          ) : (
            <ZoneList
              zones={zones}
              uses={inForce.uses}
              faults={told}
              add={addButton}
              onChange={draft.set}
              onChoose={drawing.choose}
            />
          )}
          <ZoneFiles zones={zones} reach={meta.data && reachOf(meta.data.bounds)} onRead={draft.set} />
          <TryAddress zones={zones} />
        </div>
        <ZonesMap zones={zones} drawing={drawing} area={area.data?.polygon} />
      </div>
    </DraftFrame>
  );
}
