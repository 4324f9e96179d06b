import { useState } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { logout } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { sessionsApi } from "../contract/sessions.ts";

/** Asks first, ends every session of this person at our server, then signs out here and at the provider. */
export function SignOutEverywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useWords("accounts");
  const [leaving, setLeaving] = useState(false);
  const end = useCommand(sessionsApi.endAllMySessions, {
    onDone: () => {
      setLeaving(true);
      void logout();
    },
  });
  const busy = end.isPending || leaving;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      title={t("everywhere.title")}
      actions={
        <>
          <Button variant="text" onClick={onClose} disabled={busy}>
            {t("everywhere.cancel")}
          </Button>
          <Button variant="filled" tone="danger" icon="logout" loading={busy} onClick={() => end.mutate({})}>
            {t("everywhere.do")}
          </Button>
        </>
      }
    >
      <p>{t("everywhere.text")}</p>
      <RefusalNote error={end.error} />
    </Dialog>
  );
}
