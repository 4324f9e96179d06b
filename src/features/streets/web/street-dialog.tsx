import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Point } from "#kernel/geo.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { SearchBox } from "#web/forms/search-box.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { type Street, streetsApi } from "../contract/api.ts";
import { useMapCentre } from "./use-map-centre.ts";

const MapView = lazy(() => import("#web/map/map-view.tsx").then((m) => ({ default: m.MapView })));
const LEAST_LETTERS = 2;

interface StreetDialogProps {
  onClose: () => void;
  onChosen: (street: Street) => void;
}

/** Chooses a street: by its name, or by the two ends of a stretch on the map. */
export function StreetDialog({ onClose, onChosen }: StreetDialogProps) {
  const t = useWords("streets");
  const [way, setWay] = useState<"name" | "map">("name");
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("choose.title")}
      actions={
        <Button variant="text" onClick={onClose}>
          {t("choose.cancel")}
        </Button>
      }
    >
      <Tabs
        label={t("choose.title")}
        value={way}
        onChange={setWay}
        tabs={[
          { value: "name", label: t("choose.by-name") },
          { value: "map", label: t("choose.on-map") },
        ]}
      >
        {way === "name" ? <ByName onChosen={onChosen} /> : <OnMap onChosen={onChosen} />}
      </Tabs>
    </Dialog>
  );
}

function ByName({ onChosen }: Pick<StreetDialogProps, "onChosen">) {
  const t = useWords("streets");
  const f = useFormat();
  const [text, setText] = useState("");
  const isAsking = text.trim().length >= LEAST_LETTERS;
  const found = useQuery({
    queryKey: ["streets", "search", text],
    queryFn: ({ signal }) => call(streetsApi.findStreets, { text: text.trim() }, { signal }),
    enabled: isAsking,
  });
  const streets = found.data?.streets ?? [];
  return (
    <Stack>
      <SearchBox label={t("choose.search")} value={text} onChange={setText} />
      <RefusalNote error={found.error} onRetry={() => void found.refetch()} />
      {isAsking && found.isPending && <Skeleton look="rows" lines={3} />}
      <p className="quiet" role="status">
        {isAsking && found.isSuccess ? t("choose.found", { count: streets.length }) : t("choose.search-hint")}
      </p>
      <List label={t("choose.results")}>
        {streets.map((street, i) => (
          <ListItem
            key={`${street.name} ${i}`}
            title={<span dir="auto">{street.name ?? t("street.unnamed")}</span>}
            detail={f.distance(street.metres)}
            onClick={() => onChosen(street)}
          />
        ))}
      </List>
    </Stack>
  );
}

function OnMap({ onChosen }: Pick<StreetDialogProps, "onChosen">) {
  const t = useWords("streets");
  const f = useFormat();
  const centre = useMapCentre();
  const [from, setFrom] = useState<Point>();
  const [pin, setPin] = useState<Point>();
  const point = pin ?? centre;
  const stretch = useQuery({
    queryKey: ["streets", "stretch", from, pin],
    queryFn: ({ signal }) =>
      call(
        streetsApi.findStretch,
        { fromLon: from?.lon ?? 0, fromLat: from?.lat ?? 0, toLon: pin?.lon ?? 0, toLat: pin?.lat ?? 0 },
        { signal },
      ),
    enabled: from !== undefined && pin !== undefined,
    retry: false,
  });
  const street = stretch.data;
  const lines = useMemo(
    () =>
      (street?.lines ?? []).map((line, i) => ({
        id: String(i),
        points: line.map(([lon, lat]) => ({ lon, lat })),
      })),
    [street],
  );
  const markers = useMemo(() => (from ? [{ id: "from", kind: "pickup" as const, point: from }] : []), [from]);
  const setBegin = () => {
    setFrom(point);
    setPin(undefined);
  };
  if (!point) return <Skeleton look="card" />;
  return (
    <Stack>
      <p role="status">
        {street
          ? t("choose.stretch", {
              street: street.name ?? t("street.unnamed"),
              length: f.distance(street.metres),
            })
          : from
            ? t("choose.put-end")
            : t("choose.put-begin")}
      </p>
      <Suspense fallback={<div className="streets-map" />}>
        <MapView
          className="streets-map"
          label={t("choose.map")}
          lines={lines}
          markers={markers}
          pin={{ point, onMove: setPin, ...(!from && { onConfirm: setBegin }) }}
        />
      </Suspense>
      <RefusalNote error={stretch.error} />
      {from ? (
        <Stack gap={2}>
          <Button variant="filled" disabled={!street} onClick={() => street && onChosen(street)}>
            {t("choose.take")}
          </Button>
          <Button variant="text" onClick={() => setFrom(undefined)}>
            {t("choose.again")}
          </Button>
        </Stack>
      ) : (
        <Button variant="filled" onClick={setBegin}>
          {t("choose.begin-here")}
        </Button>
      )}
    </Stack>
  );
}
