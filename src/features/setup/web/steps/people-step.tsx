import { useState } from "react";
import { InviteDialog } from "#features/accounts/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { type StepParts, usePass } from "../use-setup.ts";

/** Colleagues, by invitations that the administrator sends. */
export function PeopleStep(parts: StepParts) {
  const t = useWords("setup");
  const pass = usePass(parts);
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<readonly string[]>([]);
  const hasSome = parts.setup.people > 1 || invited.length > 0;
  return (
    <div className="stack gap-4">
      <p>{t("people.text")}</p>
      <p className="strong">{t("people.count", { n: parts.setup.people })}</p>
      {invited.length > 0 && (
        <ul className="setup-rows" aria-live="polite">
          {invited.map((email) => (
            <li key={email}>{t("people.invited", { email })}</li>
          ))}
        </ul>
      )}
      <div className="row gap-2">
        <Button variant="tonal" icon="add" onClick={() => setInviting(true)}>
          {t("people.invite")}
        </Button>
        <Button variant="text" icon="people" href="/a/people">
          {t("people.open")}
        </Button>
      </div>
      <div>
        <Button variant="filled" loading={pass.isPending} onClick={pass.press}>
          {hasSome ? t("go.on") : t("go.later")}
        </Button>
      </div>
      <RefusalNote error={pass.error} onRetry={pass.press} />
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(email) => setInvited((before) => [...before, email])}
        />
      )}
    </div>
  );
}
