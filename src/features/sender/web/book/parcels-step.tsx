import * as z from "zod/mini";
import { ParcelSize } from "#features/quotes/contract/api.ts";
import type { ParcelInput } from "#features/quotes/contract/api.ts";
import { FormCheckbox, FormRadio, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import type { Form } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import type { StepProps } from "./book.tsx";
import { NEW_PARCEL, gramsOf } from "./booking.ts";
import type { ParcelDraft } from "./booking.ts";

/** Parcels that one booking may hold. */
export const PARCELS_MAX = 20;
const GRAMS_MAX = 1_000_000;

const Parcel = z.strictObject({
  size: ParcelSize,
  kg: z.string().check(z.refine((kg) => gramsOf(kg) > 0 && gramsOf(kg) <= GRAMS_MAX, "not-a-weight")),
  contents: z.string().check(z.maxLength(120)),
  fragile: z.boolean(),
});
const Parcels = z.strictObject({ parcels: z.array(Parcel).check(z.minLength(1), z.maxLength(PARCELS_MAX)) });
type Typed = { parcels: ParcelDraft[] };
type ParcelForm = Form<Typed, z.output<typeof Parcels>>;

/** What travels. */
export function ParcelsStep({ booking, leave }: StepProps) {
  const t = useWords("sender");
  const step = useWords("book");
  const form = useForm<Typed, z.output<typeof Parcels>>({
    schema: Parcels,
    initial: { parcels: [...booking.parcels] },
    draft: "book.parcels",
    onSubmit: leave,
  });
  const parcels = useValue(form, "parcels");
  const set = (next: ParcelDraft[]) => form.set("parcels", next);
  return (
    <FormBox form={form}>
      {parcels.map((_, index) => (
        <ParcelCard
          key={index}
          form={form}
          index={index}
          onRemove={parcels.length > 1 ? () => set(parcels.toSpliced(index, 1)) : undefined}
        />
      ))}
      {parcels.length < PARCELS_MAX && (
        <Button icon="add" variant="outlined" onClick={() => set([...parcels, NEW_PARCEL])}>
          {step("parcels.add")}
        </Button>
      )}
      <SubmitButton form={form} size="large" trailingIcon="arrow-forward">
        {t("book.next")}
      </SubmitButton>
    </FormBox>
  );
}

function ParcelCard({
  form,
  index,
  onRemove,
}: {
  form: ParcelForm;
  index: number;
  onRemove: (() => void) | undefined;
}) {
  const t = useWords("book");
  const sizes = ParcelSize.options.map((value: ParcelInput["size"]) => ({
    value,
    label: t(`size.${value}`),
    detail: t(`size.${value}.detail`),
  }));
  return (
    <fieldset className="book-parcel">
      <legend className="title">{t("parcels.nth", { n: index + 1 })}</legend>
      {onRemove && (
        <IconButton
          className="book-parcel-remove"
          icon="delete"
          label={t("parcels.remove", { n: index + 1 })}
          onClick={onRemove}
        />
      )}
      <FormRadio
        form={form}
        name={`parcels.${index}.size`}
        label={t("parcels.size")}
        options={sizes}
        look="cards"
      />
      <FormText
        form={form}
        name={`parcels.${index}.kg`}
        label={t("parcels.weight")}
        suffix="kg"
        inputMode="decimal"
      />
      <FormText
        form={form}
        name={`parcels.${index}.contents`}
        label={t("parcels.contents")}
        hint={t("parcels.contents-hint")}
        maxLength={120}
      />
      <FormCheckbox form={form} name={`parcels.${index}.fragile`} label={t("parcels.fragile")} />
    </fieldset>
  );
}
