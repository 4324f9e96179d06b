import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormText } from "#web/forms/fields.tsx";
import { FormSummary, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useWords } from "#web/i18n/words.ts";
import { MapView } from "#web/map/map-view.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { placesApi, type ServiceArea } from "../contract/api.ts";
import { AREA_KEY, AreaFrame } from "./area-frame.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { CornerList } from "./corner-list.tsx";
import {
  type AreaEdit,
  AreaSchema,
  type AreaText,
  pointOf,
  polygonOf,
  roomyCorners,
  textOfArea,
  textOfPoint,
  type AreaForm,
} from "./outline-text.ts";
import { UnsavedNote, useFirstFilled } from "./unsaved.tsx";

const DRAFT = "places.area";

/** Numbered corners across the map of a phone, which is 330 px wide with the area in its middle half. */
const MARKS_ON_PHONE = 5;
const isPhone = (): boolean => matchMedia("(width < 40rem)").matches;

/** Edits where we deliver: the outline on the map and as a list, and how far and heavy a delivery may be. */
export function AreaPage() {
  const t = useWords("places");
  return (
    <AreaFrame title={t("area.title")}>
      {(area, reload) => <AreaEditor area={area} onReload={reload} />}
    </AreaFrame>
  );
}

interface EditorProps {
  area: ServiceArea;
  onReload: () => Promise<ServiceArea | undefined>;
}

function AreaEditor({ area, onReload }: EditorProps) {
  const t = useWords("places");
  const f = useFormat();
  const queries = useQueryClient();
  // The text keeps the mark that it was written with, also after a change of language.
  const [mark] = useState(() => f.number(1.5).replace(/\d/g, ""));
  const first = useFirstFilled(DRAFT, { version: area.version, text: textOfArea(area, mark) });
  const [seen, setSeen] = useState({ ...area, version: first.version });
  const [selected, setSelected] = useState<number>();
  const save = useCommand(placesApi.editArea, {
    onDone: (fresh) => {
      queries.setQueryData(AREA_KEY, fresh);
      setSeen(fresh);
      form.reset(textOfArea(fresh, mark));
      showSnack({ text: t("area.saved") });
    },
  });
  const form: AreaForm = useForm<AreaText, AreaEdit>({
    schema: AreaSchema,
    initial: first.text,
    onSubmit: async (edit) => {
      try {
        await save.mutateAsync({ ...edit, version: seen.version });
      } catch (error) {
        if (isProblem(error, "places.changed-meanwhile")) setSeen((await onReload()) ?? seen);
        throw error;
      }
    },
  });
  const takeTheirs = () => {
    form.reset(textOfArea(seen, mark));
    form.setProblem(undefined);
    setSelected(undefined);
  };
  return (
    <form
      className="area"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      <PageHeader
        title={t("area.title")}
        detail={t("area.text")}
        actions={<SubmitButton form={form}>{t("save.button")}</SubmitButton>}
      />
      <FormSummary form={form} />
      <ConflictNote form={form} onTheirs={takeTheirs} />
      <UnsavedNote draft={DRAFT} form={form} seen={{ version: seen.version, text: textOfArea(seen, mark) }} />
      <div className="beside-list">
        <div className="beside-list-side">
          <Card title={t("area.reach")}>
            <FormText form={form} name="name" label={t("area.name")} maxLength={120} required />
            <div className="area-pair">
              <FormText
                form={form}
                name="maxDistanceM"
                label={t("area.max-distance")}
                inputMode="decimal"
                suffix={unitSign(f, "kilometer")}
                required
              />
              <FormText
                form={form}
                name="maxMassG"
                label={t("area.max-mass")}
                inputMode="decimal"
                suffix={unitSign(f, "kilogram")}
                required
              />
            </div>
          </Card>
          <CornerList form={form} selected={selected} onSelect={setSelected} />
        </div>
        <OutlineMap form={form} area={area} selected={selected} onSelect={setSelected} />
      </div>
    </form>
  );
}

interface OutlineMapProps {
  form: AreaForm;
  area: ServiceArea;
  selected: number | undefined;
  onSelect: (at: number) => void;
}

/** The outline as it stands; the chosen corner is a pin to drag or to move by keys. */
function OutlineMap({ form, area, selected, onSelect }: OutlineMapProps) {
  const t = useWords("places");
  const corners = useValue(form, "polygon");
  const shape = useMemo(() => polygonOf(corners), [corners]);
  const fitTo = useMemo(
    () => (area.polygon.coordinates[0] ?? []).map(([lon, lat]) => ({ lon, lat })),
    [area.polygon],
  );
  const markers = useMemo(
    () =>
      roomyCorners(corners, selected, isPhone() ? MARKS_ON_PHONE : undefined).flatMap((at) => {
        const corner = corners[at];
        const point = corner && pointOf(corner);
        return point ? [{ id: String(at), kind: "stop" as const, number: at + 1, point }] : [];
      }),
    [corners, selected],
  );
  const chosen = selected === undefined ? undefined : corners[selected];
  const point = chosen && pointOf(chosen);
  const pin = point &&
    selected !== undefined && {
      point,
      onMove: (to: { lon: number; lat: number }) => {
        form.set("polygon", form.get("polygon").with(selected, textOfPoint(to)));
        form.touch("polygon");
      },
    };
  return (
    <MapView
      className="beside-list-map"
      label={t("area.map")}
      area={shape}
      markers={markers}
      fitTo={fitTo}
      onSelect={(id) => onSelect(Number(id))}
      {...(pin && { pin })}
    />
  );
}
