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

function isDays(text: string, kind: KeptKind): boolean {
  const { min, max, forEver } = KEEP[kind];
  return text === "" ? forEver : /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}
function daysTyped(kind: KeptKind) {
  const { min, max } = KEEP[kind];
  return z.string().check(z.trim(), ({ value, issues }) => {
    if (!isDays(value, kind))
      issues.push({ code: "custom", input: value, message: "privacy.bad-days", minimum: min, maximum: max });
  });
}
const Typed = z.strictObject({
  recipient: daysTyped("recipient"),
  sender: daysTyped("sender"),
  pictures: daysTyped("pictures"),
  tracks: daysTyped("tracks"),
  messages: daysTyped("messages"),
  notices: daysTyped("notices"),
});

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
      tracks: typed(retention.tracks),
      messages: typed(retention.messages),
      notices: typed(retention.notices),
    },
    onSubmit: async ({ recipient, sender, pictures, tracks, messages, notices }) =>
      void (await save.mutateAsync({
        version: retention.version,
        recipient: daysOf(recipient),
        sender: daysOf(sender),
        pictures: daysOf(pictures),
        tracks: Number(tracks),
        messages: daysOf(messages),
        notices: daysOf(notices),
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
            hint={t("periods.due", { n: retention.due[kind], min: KEEP[kind].min, max: KEEP[kind].max })}
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
  tracks: "periods.tracks",
  messages: "periods.messages",
  notices: "periods.notices",
} as const satisfies Record<KeptKind, string>;
