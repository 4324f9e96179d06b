import { FormArea, FormSelect, FormText } from "#web/forms/fields.tsx";
import type { Form } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import type { RequestText } from "./request-text.ts";

interface Bound {
  form: Form<RequestText, never> | Form<RequestText>;
}

interface AmountFieldProps extends Bound {
  currency: string;
  hint?: string;
}

export function AmountField({ form, currency, ...rest }: AmountFieldProps) {
  const t = useWords("money");
  return (
    <FormText
      form={form}
      name="amount"
      label={t("money.amount")}
      inputMode="decimal"
      suffix={currency}
      autoComplete="off"
      required
      {...rest}
    />
  );
}

interface ReasonFieldsProps extends Bound {
  reasons: readonly { readonly value: string; readonly label: string }[];
  /** Label of the note, which differs by its reader. */
  note: string;
  hint?: string;
}

export function ReasonFields({ form, reasons, note, ...rest }: ReasonFieldsProps) {
  const t = useWords("money");
  return (
    <>
      <FormSelect
        form={form}
        name="reason"
        label={t("refund.reason")}
        placeholder={t("refund.choose")}
        options={reasons}
        required
      />
      <FormArea form={form} name="note" label={note} maxLength={500} rows={2} {...rest} />
    </>
  );
}
