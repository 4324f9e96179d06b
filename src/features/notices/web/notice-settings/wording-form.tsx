import { useId, useState } from "react";
import { directionOf } from "#kernel/locale.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import {
  type Gateway,
  type NoticeExample,
  type NoticeTemplate,
  WORDING_LIMITS,
  noticesApi,
} from "../../contract/api.ts";
import { placeholdersOf } from "../../domain/notices.ts";
import { unknownPlaceholders } from "../../domain/template.ts";
import { TestSend } from "./test-send.tsx";
import { WordingPreview } from "./wording-preview.tsx";

interface WordingFormProps {
  readonly template: NoticeTemplate;
  readonly example: NoticeExample;
  readonly gateway: Gateway;
  readonly onSaved: (fresh: NoticeTemplate) => void;
  readonly onReload: () => void;
}

/** Changes one wording while its preview follows, tries it, and goes back to Waybill's own. */
export function WordingForm({ template, example, gateway, onSaved, onReload }: WordingFormProps) {
  const t = useWords("notice-settings");
  const { notice, way, language, version } = template;
  const which = { notice, way, language };
  const id = useId();
  const [subject, setSubject] = useState(template.subject);
  const [body, setBody] = useState(template.body);
  const isChanged = subject !== template.subject || body !== template.body;
  useAskBeforeClose(isChanged);
  const edit = useCommand(noticesApi.editNoticeTemplate, { onDone: onSaved });
  const faults = useFaults(template, { subject, body });
  const isWrong = Object.values(faults).some((fault) => fault !== undefined);
  const save = async () => {
    if (isWrong) return document.getElementById(`${id}-body`)?.focus();
    await edit.mutateAsync({ ...which, version, wording: { subject, body } });
    showSnack({ text: t("wordings.saved") });
  };
  const reset = async () => {
    const before = { subject: template.subject, body: template.body };
    const own = await edit.mutateAsync({ ...which, version, wording: null });
    const undo = () => edit.mutate({ ...which, version: own.version, wording: before });
    showSnack({ text: t("wordings.is-own"), undo });
  };
  return (
    <div className="notice-wording">
      <form
        className="stack gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save().catch(() => undefined);
        }}
      >
        {way === "mail" && (
          <TextField
            id={`${id}-subject`}
            label={t("wordings.subject")}
            value={subject}
            onChange={setSubject}
            dir={directionOf(language)}
            maxLength={WORDING_LIMITS.subject}
            {...faultOf(faults.subject)}
          />
        )}
        <TextArea
          id={`${id}-body`}
          label={t("wordings.body")}
          value={body}
          onChange={setBody}
          dir={directionOf(language)}
          rows={way === "mail" ? 9 : 4}
          maxLength={WORDING_LIMITS.body}
          {...faultOf(faults.body)}
        />
        <Placeholders
          names={placeholdersOf(notice)}
          onPut={(name) => setBody(withName(body, name, document.getElementById(`${id}-body`)))}
        />
        <RefusalNote
          error={edit.error}
          {...(isProblem(edit.error, "notices.changed-meanwhile") && {
            action: (
              <Button variant="text" onClick={onReload}>
                {t("rules.theirs")}
              </Button>
            ),
          })}
        />
        <div className="row gap-2">
          <Button variant="filled" icon="check" type="submit" loading={edit.isPending}>
            {t("wordings.save")}
          </Button>
          {version > 0 && (
            <Button icon="undo" disabled={edit.isPending} onClick={() => void reset().catch(() => undefined)}>
              {t("wordings.reset")}
            </Button>
          )}
        </div>
      </form>
      <div className="stack gap-4">
        <WordingPreview way={way} language={language} wording={{ subject, body }} example={example} />
        <TestSend which={which} wording={{ subject, body }} gateway={gateway} isWrong={isWrong} />
      </div>
    </div>
  );
}

const faultOf = (error: string | undefined) => (error === undefined ? {} : { error });

interface Wording {
  readonly subject: string;
  readonly body: string;
}

/** Sentences about what the server would refuse, while it is typed. */
function useFaults({ notice, way }: NoticeTemplate, { subject, body }: Wording) {
  const t = useWords("notice-settings");
  const words = useWords("notices");
  const strange = (text: string): string | undefined => {
    const [name] = unknownPlaceholders(notice, text);
    return name === undefined ? undefined : words("refusal.unknown-placeholder", { name });
  };
  const noSubject = way === "mail" && subject.trim() === "" ? words("refusal.subject-missing") : undefined;
  const noBody = body.trim() === "" ? t("wordings.body-missing") : undefined;
  return { subject: noSubject ?? strange(subject), body: noBody ?? strange(body) };
}

/** The text with a name where the cursor stands, else at its end. */
function withName(text: string, name: string, box: HTMLElement | null): string {
  const at = box instanceof HTMLTextAreaElement ? box.selectionStart : text.length;
  return `${text.slice(0, at)}{${name}}${text.slice(at)}`;
}

interface PlaceholdersProps {
  readonly names: ReturnType<typeof placeholdersOf>;
  readonly onPut: (name: string) => void;
}

function Placeholders({ names, onPut }: PlaceholdersProps) {
  const t = useWords("notice-settings");
  return (
    <div className="stack gap-1">
      <p className="quiet small">{t("wordings.names")}</p>
      <div className="row gap-1">
        {names.map((name) => (
          <Button key={name} variant="text" onClick={() => onPut(name)}>
            {t(`name.${name}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
