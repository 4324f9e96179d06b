import { useEffect } from "react";
import { FormRadio } from "#web/forms/fields.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import type { EntryWay } from "../contract/api.ts";
import type { EntryForm } from "./entry-values.ts";

interface WayProps {
  readonly form: EntryForm;
  readonly ways: readonly EntryWay[];
}

/** Asks how it is paid; an invoice needs the sender's account. */
export function Way({ form, ways }: WayProps) {
  const t = useWords("order-entry");
  const owed = useWords("owed");
  const hasAccount = useValue(form, "payer") !== null;
  const way = useValue(form, "way");
  const other = ways.find((one) => one !== "invoice") ?? "";
  const isLost = way === "invoice" && !hasAccount;
  useEffect(() => {
    if (isLost) form.set("way", other);
  }, [form, isLost, other]);
  const options = ways.map((way) => ({
    value: way,
    label: way === "card-link" ? t("way.card-link") : owed(`way.${way}`),
    detail: way === "card-link" ? t("way.card-link.text") : owed(`way.${way}.text`),
    disabled: way === "invoice" && !hasAccount,
  }));
  return (
    <fieldset className="book-part">
      <legend className="title">{t("way.title")}</legend>
      <FormRadio form={form} name="way" label={t("way.label")} look="cards" options={options} />
    </fieldset>
  );
}
