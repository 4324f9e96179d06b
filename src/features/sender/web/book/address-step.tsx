import * as z from "zod/mini";
import { Address } from "#features/places/contract/api.ts";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useField, useForm } from "#web/forms/use-form.ts";
import type { Form } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { AddressField } from "./address-field.tsx";
import type { StepProps } from "./book.tsx";

const Confirmed = Address.check(z.refine((address) => address.pinConfirmed, "confirm-pin"));
const Addresses = z.strictObject({ pickup: Confirmed, dropoff: Confirmed });
interface Typed {
  pickup: Address | null;
  dropoff: Address | null;
}

/** From where to where. */
export function AddressStep({ booking, leave }: StepProps) {
  const t = useWords("sender");
  const form = useForm<Typed, z.output<typeof Addresses>>({
    schema: Addresses,
    initial: { pickup: booking.pickup, dropoff: booking.dropoff },
    draft: "book.address",
    onSubmit: leave,
  });
  return (
    <FormBox form={form}>
      <End form={form} name="pickup" label={t("address.pickup")} hint={t("address.hint")} />
      <End form={form} name="dropoff" label={t("address.dropoff")} />
      <SubmitButton form={form} size="large" trailingIcon="arrow-forward">
        {t("book.next")}
      </SubmitButton>
    </FormBox>
  );
}

function End({
  form,
  name,
  label,
  hint,
}: {
  form: Form<Typed, z.output<typeof Addresses>>;
  name: keyof Typed;
  label: string;
  hint?: string;
}) {
  const { id, value, onChange, onBlur, error } = useField(form, name, label);
  return (
    <AddressField
      id={id}
      label={label}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      {...(hint !== undefined && { hint })}
      {...(error !== undefined && { error })}
    />
  );
}
