import * as z from "zod/mini";
import { Name } from "#contract/schemas.ts";
import { FormText } from "#web/forms/fields.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { NATIVE_NAMES } from "#web/i18n/locales.ts";
import { useWords } from "#web/i18n/words.ts";
import { useOffered } from "#web/session/config.ts";
import { CommandToCopy } from "../command-to-copy.tsx";
import type { StepParts } from "../use-setup.ts";
import { StepForm } from "./step-form.tsx";
import { useSaveOrganisation } from "./use-save-organisation.ts";

const Typed = z.strictObject({ name: Name });

/** Name that everybody reads, and the languages in which. */
export function NameStep(parts: StepParts) {
  const t = useWords("setup");
  const f = useFormat();
  const offered = useOffered();
  const save = useSaveOrganisation(parts);
  const { name, currency, timezone } = parts.setup.organisation;
  const form = useForm({
    schema: Typed,
    initial: { name },
    onSubmit: (typed) => save({ name: typed.name, currency, timezone }),
  });
  return (
    <StepForm form={form} {...parts}>
      <FormText
        form={form}
        name="name"
        label={t("name.label")}
        hint={t("name.hint")}
        maxLength={120}
        autoComplete="organization"
        required
      />
      <p>{t("name.language")}</p>
      <div className="stack gap-2">
        <p className="quiet small">
          {t("name.offered", { names: f.list(offered.map((one) => NATIVE_NAMES[one])) })}
        </p>
        <CommandToCopy command={`waybill start --locales ${offered.join(",")}`} />
      </div>
    </StepForm>
  );
}
