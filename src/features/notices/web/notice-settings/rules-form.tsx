import { useSyncExternalStore } from "react";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { FormSwitch, FormText } from "#web/forms/fields.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import { type Form, useForm, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { NoticeRules, type NoticeSettings, noticesApi } from "../../contract/api.ts";
import { Matrix } from "./matrix.tsx";
import { type RulesText, rulesIn, textOfRules } from "./rules-text.ts";

interface RulesFormProps {
  readonly settings: NoticeSettings;
  readonly onSaved: (fresh: NoticeSettings) => void;
  readonly onReload: () => void;
}

/** Says who hears of what by which way, when nobody's phone rings, and how much is sent at most. */
export function RulesForm({ settings, onSaved, onReload }: RulesFormProps) {
  const t = useWords("notice-settings");
  const save = useCommand(noticesApi.editNoticeSettings, {
    onDone: (fresh) => {
      onSaved(fresh);
      showSnack({ text: t("rules.saved") });
    },
  });
  const initial = textOfRules(settings);
  const form = useForm({
    schema: NoticeRules,
    initial,
    toInput: rulesIn,
    onSubmit: async (rules) => {
      await save.mutateAsync({ version: settings.version, rules });
    },
  });
  const inForce = JSON.stringify(initial);
  useAskBeforeClose(useSyncExternalStore(form.subscribe, () => JSON.stringify(form.values()) !== inForce));
  return (
    <Card title={t("rules.title")}>
      <FormBox
        form={form}
        label={t("rules.title")}
        renderProblem={(error) => (
          <RefusalNote
            error={error}
            {...(isProblem(error, "notices.changed-meanwhile") && {
              action: (
                <Button variant="text" onClick={onReload}>
                  {t("rules.theirs")}
                </Button>
              ),
            })}
          />
        )}
      >
        <Matrix form={form} />
        <Quiet form={form} />
        <div className="notice-limits">
          <FormText
            form={form}
            name="undoMinutes"
            label={t("undo.label")}
            hint={t("undo.hint")}
            suffix={t("minutes")}
            inputMode="numeric"
          />
          <FormText form={form} name="mostPerDelivery" label={t("most-delivery")} inputMode="numeric" />
          <FormText form={form} name="mostPerDay" label={t("most-day")} inputMode="numeric" />
          <FormText
            form={form}
            name="smsPriceMicros"
            label={t("price.label")}
            hint={t("price.hint")}
            suffix={settings.currency}
            inputMode="decimal"
          />
        </div>
        <div>
          <SubmitButton form={form} icon="check">
            {t("rules.save")}
          </SubmitButton>
        </div>
      </FormBox>
    </Card>
  );
}

function Quiet({ form }: { readonly form: Form<RulesText> }) {
  const t = useWords("notice-settings");
  const isQuiet = useValue(form, "isQuiet");
  return (
    <div className="stack gap-3">
      <FormSwitch form={form} name="isQuiet" label={t("quiet.on")} hint={t("quiet.hint")} />
      {isQuiet && (
        <div className="notice-limits">
          <FormText form={form} name="quiet.from" label={t("quiet.from")} type="time" />
          <FormText form={form} name="quiet.to" label={t("quiet.to")} type="time" />
        </div>
      )}
    </div>
  );
}
