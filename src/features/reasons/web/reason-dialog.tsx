import { FAILURE_PHASES } from "#features/parcels/domain/reasons.ts";
import { intlTag, wordLocale } from "#kernel/locale.ts";
import { FormChips } from "#web/drafts/form-chips.tsx";
import { FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { useOffered } from "#web/session/config.ts";
import type { ReasonTerms } from "../contract/shapes.ts";
import { actionsFor, FAULTS, fixedReason, MAX_REASON_NAME, REASON_PROOFS } from "../domain/terms.ts";
import { type ReasonForm, reasonSchema } from "./reason-schema.ts";
import { useOwnLanguage } from "./use-reason-names.ts";

interface ReasonDialogProps {
  reason: ReasonTerms;
  among: readonly ReasonTerms[];
  saved: readonly ReasonTerms[];
  /** Its name now; absent: a new one. */
  name: string | undefined;
  onClose: () => void;
  onSave: (reason: ReasonTerms) => void;
}

/** Name and consequences of one reason. */
export function ReasonDialog({ reason, among, saved, name, onClose, onSave }: ReasonDialogProps) {
  const t = useWords("reasons");
  const own = useOwnLanguage();
  const form: ReasonForm = useForm({
    schema: reasonSchema(reason, among, { saved, own }),
    initial: reason,
    onSubmit: onSave,
  });
  const fault = useValue(form, "fault");
  const usual = fixedReason(reason.code)?.fault;
  const pays = fault === "sender" || fault === "recipient" ? t("pays.sender") : t("pays.nobody");
  const isSaved = saved.some(({ code }) => code === reason.code);
  return (
    <FormDialog
      wide
      form={form}
      label={t("field.terms")}
      title={name === undefined ? t("new") : t("edit", { name })}
      does={t("field.done")}
      onClose={onClose}
    >
      <Names form={form} />
      <div className="draft-fields">
        <FormSelect
          form={form}
          name="phase"
          label={t("field.phase")}
          hint={isSaved ? t("field.phase-stays") : t("field.phase-hint")}
          disabled={isSaved}
          options={FAILURE_PHASES.map((value) => ({ value, label: t(`stage.${value}`) }))}
        />
        <FormSelect
          form={form}
          name="fault"
          label={t("field.fault")}
          hint={
            usual === undefined || fault === usual
              ? pays
              : `${pays} ${t("usual", { fault: t(`fault.${usual}`) })}`
          }
          options={FAULTS.map((value) => ({ value, label: t(`fault.${value}`) }))}
        />
        <FormSelect
          form={form}
          name="nextAction"
          label={t("field.next")}
          hint={t("field.next-hint")}
          options={actionsFor(reason.code).map((value) => ({ value, label: t(`next.${value}`) }))}
        />
      </div>
      <FormChips
        form={form}
        name="proofs"
        label={t("field.proofs")}
        options={REASON_PROOFS.map((proof) => [proof, t(`proof.${proof}`)])}
      />
    </FormDialog>
  );
}

/** Name in each language on offer; the first of them is the company's own. */
function Names({ form }: { form: ReasonForm }) {
  const t = useWords("reasons");
  const isFixed = fixedReason(useValue(form, "code")) !== undefined;
  const own = useOwnLanguage();
  const offered = [...new Set(useOffered().map(wordLocale))];
  const languages = new Intl.DisplayNames(intlTag(useLocale()), { type: "language" });
  const ownName = languages.of(own) ?? own;
  return (
    <fieldset className="draft-group">
      <legend className="field-label">{t("field.names")}</legend>
      <p className="quiet small">
        {isFixed ? t("field.names-fixed") : t("field.names-hint", { language: ownName })}
      </p>
      <div className="draft-fields">
        {offered.map((locale) => (
          <FormText
            key={locale}
            form={form}
            name={`names.${locale}`}
            label={t("field.name", { language: languages.of(locale) ?? locale })}
            required={!isFixed && locale === own}
            maxLength={MAX_REASON_NAME}
          />
        ))}
      </div>
    </fieldset>
  );
}
