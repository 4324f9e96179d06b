import { ParcelSize } from "#features/quotes/contract/api.ts";
import type { ParcelInput } from "#features/quotes/contract/api.ts";
import { FormCheckbox, FormRadio, FormText } from "#web/forms/fields.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { unitSign } from "#web/i18n/unit-sign.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { NEW_PARCEL } from "./booking.ts";
import type { ParcelDraft } from "./booking.ts";
import { PARCELS_MAX } from "./trip-form.ts";
import type { TripForm, TripPartProps } from "./trip-form.ts";

/** Everything that travels, a card each. */
export function Parcels({ form }: TripPartProps) {
  const t = useWords("book");
  const parcels = useValue(form, "parcels");
  const set = (next: ParcelDraft[]) => form.set("parcels", next);
  return (
    <>
      {parcels.map((_, index) => (
        <ParcelCard
          key={index}
          form={form}
          index={index}
          onRemove={parcels.length > 1 ? () => set(parcels.toSpliced(index, 1)) : undefined}
        />
      ))}
      {parcels.length < PARCELS_MAX && (
        <Button icon="add" className="book-add" onClick={() => set([...parcels, NEW_PARCEL])}>
          {t("parcels.add")}
        </Button>
      )}
    </>
  );
}

interface ParcelCardProps {
  form: TripForm;
  index: number;
  onRemove: (() => void) | undefined;
}

function ParcelCard({ form, index, onRemove }: ParcelCardProps) {
  const t = useWords("book");
  const f = useFormat();
  const { currency } = useConfig();
  const sizes = ParcelSize.options.map((value: ParcelInput["size"]) => ({
    value,
    label: t(`size.${value}`),
    detail: t(`size.${value}.detail`),
  }));
  return (
    <fieldset className="book-part">
      <legend className="title">{t("parcels.nth", { n: index + 1 })}</legend>
      {onRemove && (
        <IconButton
          className="book-part-remove"
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
      <div className="book-load">
        <FormText
          form={form}
          name={`parcels.${index}.kg`}
          label={t("parcels.weight")}
          suffix={unitSign(f, "kilogram")}
          inputMode="decimal"
        />
        <FormText
          form={form}
          name={`parcels.${index}.contents`}
          label={t("parcels.contents")}
          hint={t("parcels.contents-hint")}
          maxLength={120}
        />
      </div>
      <FormText
        form={form}
        name={`parcels.${index}.value`}
        label={t("parcels.value")}
        hint={t("parcels.value-hint")}
        suffix={currency}
        inputMode="decimal"
      />
      <FormCheckbox form={form} name={`parcels.${index}.fragile`} label={t("parcels.fragile")} />
      <FormCheckbox form={form} name={`parcels.${index}.ageRestricted`} label={t("parcels.age")} />
    </fieldset>
  );
}
