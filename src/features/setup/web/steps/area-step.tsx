import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { placesApi } from "#features/places/contract/api.ts";
import { type Point, roundPoint } from "#kernel/geo.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormText } from "#web/forms/fields.tsx";
import { type Form, useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useWords } from "#web/i18n/words.ts";
import { MapView } from "#web/map/map-view.tsx";
import { mapMeta } from "#web/map/meta.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ringAround } from "../../domain/ring-around.ts";
import { CommandToCopy } from "../command-to-copy.tsx";
import { type StepParts, stateIn, usePass } from "../use-setup.ts";
import { AreaSchema, type AreaText, circleOf, textOfCircle } from "./circle-text.ts";
import { SetStep, StepForm } from "./step-form.tsx";

/** Heaviest delivery until somebody says otherwise. */
const FIRST_MAX_G = 100_000;

type Meta = Awaited<ReturnType<typeof mapMeta>>;

/** Area in which both ends of every delivery lie: first a circle, its corners later. */
export function AreaStep(parts: StepParts) {
  const t = useWords("setup");
  const map = useQuery({ queryKey: ["map-meta"], queryFn: mapMeta, retry: false, staleTime: 0 });
  if (stateIn(parts.setup, "area") === "done")
    return (
      <SetStep {...parts} href="/a/area" edit={t("area.open")}>
        <Banner tone="done">{t("area.set")}</Banner>
        {!map.isPending && !map.data && <NoMap onAgain={() => void map.refetch()} />}
      </SetStep>
    );
  if (map.isPending) return <Skeleton lines={5} />;
  return (
    <div className="stack gap-4">
      <p>{t("area.text")}</p>
      {!map.data && <NoMap onAgain={() => void map.refetch()} />}
      <AreaForm key={map.data?.version ?? ""} parts={parts} meta={map.data} />
    </div>
  );
}

/** A map is imported on the server, from a file that is too large for a browser. */
function NoMap({ onAgain }: { onAgain: () => void }) {
  const t = useWords("setup");
  return (
    <div className="setup-no-map stack gap-2">
      <p>{t("area.no-map")}</p>
      <CommandToCopy command="waybill map import region.osm.pbf" />
      <div>
        <Button variant="text" icon="refresh" onClick={onAgain}>
          {t("area.again")}
        </Button>
      </div>
    </div>
  );
}

function AreaForm({ parts, meta }: { parts: StepParts; meta: Meta | undefined }) {
  const t = useWords("setup");
  const f = useFormat();
  const pass = usePass(parts);
  const open = useCommand(placesApi.openArea);
  const form = useForm({
    schema: AreaSchema,
    initial: textOfCircle(parts.setup.organisation.name, meta?.bounds),
    onSubmit: async ({ name, ...typed }) => {
      const circle = circleOf(typed);
      if (!circle) return;
      const { centre, radiusM } = circle;
      await open.mutateAsync({
        name,
        polygon: copyOf(ringAround(centre, radiusM)),
        maxDistanceM: Math.max(1_000, 3 * radiusM),
        maxMassG: FIRST_MAX_G,
      });
      await pass.go();
    },
  });
  const take = ({ lon, lat }: Point) => {
    const point = roundPoint({ lon, lat });
    form.set("lat", String(point.lat));
    form.set("lon", String(point.lon));
  };
  return (
    <StepForm form={form} {...parts}>
      <FormText form={form} name="name" label={t("area.name")} maxLength={120} required />
      <div className="setup-pair">
        <FormText form={form} name="lat" label={t("area.lat")} inputMode="text" autoComplete="off" required />
        <FormText form={form} name="lon" label={t("area.lon")} inputMode="text" autoComplete="off" required />
        <FormText
          form={form}
          name="km"
          label={t("area.radius")}
          inputMode="decimal"
          suffix={unitSign(f, "kilometer")}
          required
        />
      </div>
      <Here onPoint={take} />
      {meta && <CircleMap form={form} onPress={take} />}
    </StepForm>
  );
}

/** The contract's tuples are plain arrays. */
const copyOf = ({ coordinates }: ReturnType<typeof ringAround>) => ({
  type: "Polygon" as const,
  coordinates: coordinates.map((ring) => ring.map(([lon, lat]): [number, number] => [lon, lat])),
});

function CircleMap({ form, onPress }: { form: Form<AreaText>; onPress: (point: Point) => void }) {
  const t = useWords("setup");
  const [lat, lon, km] = [useValue(form, "lat"), useValue(form, "lon"), useValue(form, "km")];
  const circle = circleOf({ lat, lon, km });
  const area = circle && ringAround(circle.centre, circle.radiusM);
  return (
    <MapView
      className="setup-map"
      label={t("area.map")}
      area={area}
      onPress={onPress}
      {...(circle && { pin: { point: circle.centre, onMove: onPress } })}
    />
  );
}

/** The device's own place, after a press. */
function Here({ onPoint }: { onPoint: (point: Point) => void }) {
  const t = useWords("setup");
  const [state, setState] = useState<"idle" | "asking" | "refused">("idle");
  if (!("geolocation" in navigator)) return null;
  const ask = () => {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("idle");
        onPoint({ lon: coords.longitude, lat: coords.latitude });
      },
      () => setState("refused"),
      { timeout: 10_000 },
    );
  };
  return (
    <div className="stack gap-2" aria-live="polite">
      <div>
        <Button variant="outlined" icon="location" loading={state === "asking"} onClick={ask}>
          {t("area.here")}
        </Button>
      </div>
      {state === "refused" && <p className="small">{t("area.not-here")}</p>}
    </div>
  );
}
