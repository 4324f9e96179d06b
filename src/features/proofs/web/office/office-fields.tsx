import { FormArea, FormCheckbox, FormSelect, FormText } from "#web/forms/fields.tsx";
import { type Form, useField } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import type { ProofNeed, ProofPhase } from "../../domain/needs.ts";
import { OFFICE_EXCUSES, type OfficeNeeds, type OfficeTyped, officeInputs } from "./office-proofs.ts";
import { PictureInput } from "./picture-input.tsx";

interface OfficeFieldsProps<V extends OfficeTyped> {
  form: Form<V>;
  phase: ProofPhase;
  needs: OfficeNeeds;
}

/** Inputs of a dispatcher for the proofs that an end needs, and the way to record it without them. */
export function OfficeFields<V extends OfficeTyped>({ form: given, phase, needs }: OfficeFieldsProps<V>) {
  const t = useWords("proofs");
  // Safe: the form has these inputs.
  const form = given as unknown as Form<OfficeTyped>;
  const must = (need: ProofNeed) => needs.required.includes(need);
  const shows = officeInputs(needs);
  const asks = (need: ProofNeed) => must(need) || needs.preferred.includes(need);
  const level = (...which: readonly ProofNeed[]) => t(which.some(must) ? "ask.required" : "ask.preferred");
  return (
    <>
      {shows.recipientName && (
        <FormText
          form={form}
          name="recipientName"
          label={t(phase === "collect" ? "office.giver" : "office.name")}
          hint={level("recipient_name")}
          required={must("recipient_name")}
          autoComplete="off"
        />
      )}
      {shows.photo && (
        <PictureField
          form={form}
          name="photo"
          label={t("office.photo")}
          hint={asks("photo") ? level("photo") : t("office.either")}
        />
      )}
      {shows.signature && (
        <PictureField
          form={form}
          name="signature"
          label={t("office.signature")}
          hint={t("office.signature-hint")}
        />
      )}
      {shows.codes && <CodeFields form={form} />}
      {shows.ofAge && (
        <FormCheckbox form={form} name="ofAge" label={t("office.of-age")} hint={level("age_check")} />
      )}
      {must("pin") && <p className="quiet small">{t("office.pin")}</p>}
      {shows.unproven && (
        <FormCheckbox
          form={form}
          name="unproven"
          label={t("office.unproven")}
          hint={t("office.unproven-hint")}
        />
      )}
    </>
  );
}

/** Codes of labels as somebody beside the parcels reads them, or why not all can be read. */
function CodeFields({ form }: { form: Form<OfficeTyped> }) {
  const t = useWords("proofs");
  return (
    <>
      <FormArea form={form} name="codes" label={t("office.codes")} hint={t("office.codes-hint")} rows={2} />
      <FormSelect
        form={form}
        name="notScanned"
        label={t("office.not-scanned")}
        options={OFFICE_EXCUSES.map((value) => ({ value, label: t(`excuse.${value}`) }))}
        placeholder={t("office.not-scanned-choose")}
      />
    </>
  );
}

interface PictureFieldProps {
  form: Form<OfficeTyped>;
  name: "photo" | "signature";
  label: string;
  hint: string;
}

function PictureField({ form, name, label, hint }: PictureFieldProps) {
  const { id, onChange, onBlur, error } = useField(form, name, label);
  return (
    <PictureInput
      id={id}
      label={label}
      hint={hint}
      onBlur={onBlur}
      onPick={onChange}
      {...(error !== undefined && { error })}
    />
  );
}
