import * as z from "zod/mini";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type Retention, privacyApi } from "../contract/api.ts";
import { KEEP, KEPT_KINDS, type KeptKind } from "../domain/retention.ts";

const isDays = (text: string): boolean =>
  text === "" || (/^\d+$/.test(text) && Number(text) >= KEEP.min && Number(text) <= KEEP.max);
const Days = z.string().check(z.trim(), z.refine(isDays, "privacy.bad-days"));
const Typed = z.strictObject({ recipient: Days, sender: Days, pictures: Days });

const typed = (days: number | null): string => (days === null ? "" : String(days));
const daysOf = (text: string): number | null => (text === "" ? null : Number(text));

interface PeriodsFormProps {
  readonly retention: Retention;
  readonly onSaved: (fresh: Retention) => void;
  /** Takes up what somebody else saved, in place of what is typed. */
  readonly onReload: () => void;
}

/** Days by kind; an empty box means for ever. */
export function PeriodsForm({ retention, onSaved, onReload }: PeriodsFormProps) {
  const t = useWords("privacy");
  const save = useCommand(privacyApi.editRetention, {
    onDone: (fresh) => {
      onSaved(fresh);
      showSnack({ text: t("periods.saved") });
    },
  });
  const form = useForm({
    schema: Typed,
    initial: {
      recipient: typed(retention.recipient),
      sender: typed(retention.sender),
      pictures: typed(retention.pictures),
    },
    onSubmit: async ({ recipient, sender, pictures }) =>
      void (await save.mutateAsync({
        version: retention.version,
        recipient: daysOf(recipient),
        sender: daysOf(sender),
        pictures: daysOf(pictures),
      })),
  });
  return (
    <FormBox
      form={form}
      renderProblem={(error) => (
        <RefusalNote
          error={error}
          action={
            isProblem(error, "privacy.changed-meanwhile") ? (
              <Button variant="text" onClick={onReload}>
                {t("periods.theirs")}
              </Button>
            ) : undefined
          }
        />
      )}
    >
      <div className="privacy-periods">
        {KEPT_KINDS.map((kind) => (
          <FormText
            key={kind}
            form={form}
            name={kind}
            label={t(LABELS[kind])}
            hint={t("periods.due", { n: retention.due[kind], min: KEEP.min, max: KEEP.max })}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
      <div>
        <SubmitButton form={form}>{t("periods.save")}</SubmitButton>
      </div>
    </FormBox>
  );
}

const LABELS = {
  recipient: "periods.recipient",
  sender: "periods.sender",
  pictures: "periods.pictures",
} as const satisfies Record<KeptKind, string>;
