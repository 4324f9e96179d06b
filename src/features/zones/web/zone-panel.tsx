import { refusalSentence } from "#web/api/refusal-text.ts";
import { TakesFocus } from "#web/forms/takes-focus.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { RadioGroup, Switch } from "#web/ui/choice.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { type Zone, ZONE_COLOURS } from "../domain/zone.ts";
import { ZONE_LIMITS, type ZoneFault } from "../domain/zone-faults.ts";
import { CornerRows } from "./corner-rows.tsx";
import { Swatch } from "./swatch.tsx";
import type { Drawing } from "./use-drawing.ts";

interface ZonePanelProps {
  zone: Zone;
  faults: readonly ZoneFault[];
  drawing: Drawing;
  onChange: (zone: Zone) => void;
}

/** One zone: its name, its colour and its corners. */
export function ZonePanel({ zone, faults, drawing, onChange }: ZonePanelProps) {
  const t = useWords("zones");
  const { cursor, isAdding } = drawing;
  const errorOf = (path: ZoneFault["path"]): string | undefined => {
    const fault = faults.find((one) => one.path === path);
    return fault && refusalSentence(`zones.${fault.code}`);
  };
  const [nameError, shapeError] = [errorOf("name") ?? errorOf("code"), errorOf("polygon")];
  return (
    <Card
      title={t("panel.title")}
      actions={
        <Button variant="tonal" icon="check" onClick={() => drawing.choose(undefined)}>
          {t("panel.done")}
        </Button>
      }
    >
      <TakesFocus key={zone.code}>
        <TextField
          label={t("panel.name")}
          hint={t("panel.name-hint")}
          value={zone.name}
          maxLength={ZONE_LIMITS.name}
          required
          onChange={(name) => onChange({ ...zone, name })}
          {...(nameError !== undefined && { error: nameError })}
        />
      </TakesFocus>
      <RadioGroup
        label={t("panel.colour")}
        look="row"
        value={zone.colour}
        options={ZONE_COLOURS.map((value) => ({
          value,
          label: t(`colour.${value}`),
          end: <Swatch colour={value} />,
        }))}
        onChange={(colour) => onChange({ ...zone, colour })}
      />
      <Switch
        label={t("panel.draw")}
        hint={t("panel.draw-hint")}
        checked={isAdding}
        onChange={drawing.setAdding}
      />
      <CornerRows drawing={drawing} error={shapeError} />
      <Button
        icon="add"
        disabled={drawing.corners.length >= ZONE_LIMITS.corners}
        onClick={() => drawing.add(cursor ?? { lon: 0, lat: 0 })}
      >
        {t(isAdding ? "panel.add-at-pin" : "panel.add")}
      </Button>
    </Card>
  );
}
