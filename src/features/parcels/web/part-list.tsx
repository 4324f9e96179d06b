import type { ComponentType } from "react";
import { isolated } from "#kernel/isolated.ts";
import { type Form, useField } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { HOWS_OF, LEFT_NOTE_LETTERS, type LeftHow } from "../domain/left.ts";
import { movedIn, partsOf, shownIn, withPart } from "./part-values.ts";
import "./parcels.css";
import "./words.ts";

interface Parcels {
  readonly kind: "collect" | "deliver" | "return";
  readonly parcels: readonly { readonly code: string; readonly contents: string }[];
}

/** Photo of one damaged parcel that a page takes. */
export interface PhotoAsked<S> {
  readonly stop: S;
  readonly code: string;
  /** Photo that is kept. */
  readonly photo: string | undefined;
  readonly onKept: (id: string) => void;
}

interface PartListProps<V extends { parts: string }, S extends Parcels> {
  form: Form<V>;
  stop: S;
  Photo: ComponentType<PhotoAsked<S>>;
  /** Without a camera that reads labels. */
  isOffice?: boolean;
}

/** Every parcel of a stop with what became of it; damage is put into words. */
export function PartList<V extends { parts: string }, S extends Parcels>({
  form: given,
  stop,
  Photo,
  isOffice = false,
}: PartListProps<V, S>) {
  const { kind, parcels } = stop;
  const t = useWords("parcels");
  // Safe: the form has this text.
  const form = given as unknown as Form<{ parts: string }>;
  const field = useField(form, "parts", t("part.list"));
  const said = partsOf(field.value);
  const shown = shownIn(field.value);
  const moved = kind === "collect" ? t("part.collected") : t("part.delivered");
  const options: readonly { value: LeftHow | "moved"; label: string }[] = [
    { value: "moved", label: moved },
    ...HOWS_OF[kind].map((how) => ({ value: how, label: t(`how.${how}`) })),
  ];
  return (
    <section className="stack gap-3" aria-label={t("part.list")} id={field.id} tabIndex={-1}>
      <p aria-live="polite">{t("part.count", { n: movedIn(field.value).length, all: parcels.length })}</p>
      {parcels.map(({ code, contents }) => {
        const { how = "" as const, note = "", photo } = said[code] ?? {};
        // Read anew: a photo is kept while the courier types on.
        const onKept = (id: string): void => {
          const { how: now = "damaged", note: typed = "" } = partsOf(form.values().parts)[code] ?? {};
          form.set("parts", withPart(form.values().parts, code, { how: now, note: typed, photo: id }));
        };
        return (
          <div key={code} className="parcel-part">
            <RadioGroup
              label={contents === "" ? isolated(code) : `${isolated(code)} · ${isolated(contents)}`}
              value={how}
              onChange={(value) =>
                field.onChange(
                  withPart(field.value, code, {
                    ...said[code],
                    how: value,
                    note,
                    // A phone shows the photo again; the input of a file is empty when it comes back.
                    ...(isOffice && { photo: undefined }),
                  }),
                )
              }
              options={options}
              look="row"
            />
            {how === "damaged" && (
              <TextArea
                label={t("part.note")}
                rows={2}
                maxLength={LEFT_NOTE_LETTERS}
                value={note}
                onChange={(text) =>
                  field.onChange(withPart(field.value, code, { ...said[code], how, note: text }))
                }
              />
            )}
            {shown.includes(code) && <Photo stop={stop} code={code} photo={photo} onKept={onKept} />}
          </div>
        );
      })}
      <FieldNote id={field.id} hint={t(isOffice ? "part.hint-office" : "part.hint")} error={field.error} />
    </section>
  );
}
