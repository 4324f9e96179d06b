import { useField } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { AddressField } from "./address-field.tsx";
import type { TripForm, TripTyped } from "./trip-form.ts";

interface EndFieldProps {
  readonly form: TripForm;
  readonly name: "pickup" | "dropoff";
  readonly hint?: string;
}

/** The address of one end of a trip. */
export function EndField({ form, name, hint }: EndFieldProps) {
  const t = useWords("sender");
  const label = t(`address.${name}`);
  const { id, value, onChange, onBlur, error } = useField<TripTyped, typeof name>(form, name, label);
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
