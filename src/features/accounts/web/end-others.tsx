import { useState } from "react";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { sessionsApi } from "../contract/sessions.ts";

/** Asks first, then signs out every device but this one. */
export function EndOthers({ onEnded }: { onEnded: () => void }) {
  const t = useWords("accounts");
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="text" tone="danger" onClick={() => setAsked(true)}>
        {t("others.do")}
      </Button>
      {asked && <Ask onClose={() => setAsked(false)} onEnded={onEnded} />}
    </>
  );
}

function Ask({ onClose, onEnded }: { onClose: () => void; onEnded: () => void }) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const end = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const count = await endAllOthers();
      showSnack({ text: t("others.done", { n: count }) });
      onClose();
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
      onEnded();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t("others.title")}
      actions={
        <>
          <Button variant="text" onClick={onClose} disabled={busy}>
            {hall("forms.cancel")}
          </Button>
          <Button variant="filled" tone="danger" icon="logout" loading={busy} onClick={() => void end()}>
            {t("others.do")}
          </Button>
        </>
      }
    >
      <p>{t("others.text")}</p>
      <RefusalNote error={error} />
    </Dialog>
  );
}

/** One after the other, for each has its own line in the history; an ended one no longer stands in the list. */
async function endAllOthers(): Promise<number> {
  let count = 0;
  for (let before = -1; count > before;) {
    before = count;
    const { items } = await call(sessionsApi.listMySessions, { limit: 100 });
    const others = items.filter((device) => !device.here);
    for (const { id } of others) {
      const { ended } = await call(sessionsApi.endMySession, { id }, { idempotencyKey: newId() });
      count += ended;
    }
  }
  return count;
}
