import { useEffect, useId, useState } from "react";
import type { Point } from "#kernel/geo.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/class-names.ts";
import { FieldNote } from "#web/ui/field-frame.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { ZONE_LIMITS } from "../domain/zone-faults.ts";
import { degrees, withCornerAfter } from "./corners.ts";
import type { Drawing } from "./use-drawing.ts";

/** The outline without the map: every corner in its order, in degrees. */
export function CornerRows({ drawing, error }: { drawing: Drawing; error: string | undefined }) {
  const t = useWords("zones");
  const f = useFormat();
  const id = useId();
  const { corners, corner, setCorners, chooseCorner } = drawing;
  useEffect(() => {
    if (corner !== undefined)
      document.getElementById(`${id}-${corner}`)?.scrollIntoView({ block: "nearest" });
  }, [id, corner]);
  const insert = (at: number) => {
    setCorners(withCornerAfter(corners, at));
    chooseCorner(at + 1);
  };
  const remove = (at: number) => {
    setCorners(corners.toSpliced(at, 1));
    chooseCorner(undefined);
  };
  return (
    <div
      role="group"
      aria-label={t("corner.title")}
      aria-describedby={error === undefined ? undefined : `${id}-note`}
    >
      <span className="field-label">{t("corner.count", { n: corners.length })}</span>
      <div aria-live="polite">
        <FieldNote id={id} error={error} />
      </div>
      <ol className="zone-corners">
        {corners.map((point, at) => (
          <li
            id={`${id}-${at}`}
            key={at}
            className={classes("zone-corner", at === corner && "selected")}
            data-testid="corner"
          >
            <button
              type="button"
              className="zone-corner-number figure"
              aria-pressed={at === corner}
              aria-label={t("corner.choose", { n: at + 1 })}
              onClick={() => chooseCorner(at === corner ? undefined : at)}
            >
              {f.number(at + 1)}
            </button>
            {(["lat", "lon"] as const).map((axis) => (
              <Degrees
                key={axis}
                label={t(`corner.${axis}`, { n: at + 1 })}
                axis={axis}
                point={point}
                onChange={(to) => setCorners(corners.with(at, to))}
              />
            ))}
            <IconButton
              icon="add"
              label={t("corner.insert", { n: at + 1 })}
              disabled={corners.length < 2 || corners.length >= ZONE_LIMITS.corners}
              onClick={() => insert(at)}
            />
            <IconButton icon="delete" label={t("corner.remove", { n: at + 1 })} onClick={() => remove(at)} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface DegreesProps {
  label: string;
  axis: "lat" | "lon";
  point: Point;
  onChange: (point: Point) => void;
}

const MOST = { lat: 90, lon: 180 } as const;

/** A number as typed; it moves the corner as soon as it can be read, and shows the corner's again when left. */
function Degrees({ label, axis, point, onChange }: DegreesProps) {
  const t = useWords("zones");
  const [typed, setTyped] = useState<string>();
  const type = (text: string) => {
    setTyped(text);
    const n = degrees(text, MOST[axis]);
    if (n !== undefined && n !== point[axis]) onChange({ ...point, [axis]: n });
  };
  const isWrong = typed !== undefined && degrees(typed, MOST[axis]) === undefined;
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={typed ?? point[axis].toFixed(6)}
      onChange={type}
      onBlur={() => setTyped(undefined)}
      {...(isWrong && { error: t("corner.unread") })}
    />
  );
}
