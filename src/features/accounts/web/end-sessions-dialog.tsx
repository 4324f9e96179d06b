import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { sessionsApi } from "../contract/sessions.ts";

interface EndSessionsProps {
  person: { readonly id: string; readonly name: string };
  onClose: () => void;
}

/** Asks before somebody is signed out everywhere: their phone is lost, or they left. */
export function EndSessionsDialog({ person, onClose }: EndSessionsProps) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const end = useCommand(sessionsApi.endPersonSessions, {
    onDone: ({ ended }) => {
      showSnack({ text: t("end.done", { name: person.name, n: ended }) });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={end.isPending}
      title={t("end.title", { name: person.name })}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {hall("forms.cancel")}
          </Button>
          <Button
            variant="filled"
            tone="danger"
            icon="logout"
            loading={end.isPending}
            onClick={() => end.mutate({ id: person.id })}
          >
            {t("end.do")}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p>{t("end.text")}</p>
        <p className="quiet">{t("end.kept")}</p>
        <RefusalNote error={end.error} />
      </div>
    </Dialog>
  );
}
