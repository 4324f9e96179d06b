import { useEffect } from "react";
import { FormText } from "#web/forms/fields.tsx";
import { useField } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/class-names.ts";
import { FieldNote } from "#web/ui/field-frame.tsx";
import type { AreaForm } from "./outline-text.ts";
import { addCorner, CORNERS_MIN } from "./outline-text.ts";

interface CornerListProps {
  form: AreaForm;
  selected: number | undefined;
  onSelect: (at: number | undefined) => void;
}

/** The outline without the map: every corner in its order, in degrees. */
export function CornerList({ form, selected, onSelect }: CornerListProps) {
  const t = useWords("places");
  const f = useFormat();
  const { id, value: corners, onChange, error } = useField(form, "polygon", t("area.outline"));
  useEffect(() => {
    if (selected !== undefined)
      document.getElementById(`${id}-${selected}`)?.scrollIntoView({ block: "nearest" });
  }, [id, selected]);
  const add = (at: number) => {
    onChange(addCorner(corners, at));
    onSelect(at + 1);
  };
  const remove = (at: number) => {
    onChange(corners.toSpliced(at, 1));
    onSelect(undefined);
    form.touch("polygon");
  };
  return (
    <Card
      title={t("area.outline")}
      aside={<span className="quiet small">{t("area.corners", { n: corners.length })}</span>}
    >
      <p className="quiet small">{t("area.outline-text")}</p>
      <div
        id={id}
        tabIndex={-1}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        role="group"
        aria-label={t("area.outline")}
      >
        <FieldNote id={id} error={error} />
        <ol className="corners">
          {corners.map((_, at) => (
            <li
              id={`${id}-${at}`}
              key={at}
              className={classes("corner", at === selected && "selected")}
              data-testid="corner"
            >
              <button
                type="button"
                className="corner-number figure"
                aria-pressed={at === selected}
                aria-label={t("area.choose", { n: at + 1 })}
                onClick={() => onSelect(at === selected ? undefined : at)}
              >
                {f.number(at + 1)}
              </button>
              <FormText
                form={form}
                name={`polygon.${at}.lat`}
                label={t("area.lat", { n: at + 1 })}
                inputMode="decimal"
              />
              <FormText
                form={form}
                name={`polygon.${at}.lon`}
                label={t("area.lon", { n: at + 1 })}
                inputMode="decimal"
              />
              <IconButton icon="add" label={t("area.add", { n: at + 1 })} onClick={() => add(at)} />
              <IconButton
                icon="delete"
                label={t("area.remove", { n: at + 1 })}
                disabled={corners.length <= CORNERS_MIN}
                onClick={() => remove(at)}
              />
            </li>
          ))}
        </ol>
      </div>
    </Card>
  );
}
