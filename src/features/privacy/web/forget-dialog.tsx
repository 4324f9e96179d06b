import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmNote } from "#web/confirm/confirm-note.tsx";
import { useGuarded } from "#web/confirm/use-guarded.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type Person, type PersonFound, privacyApi } from "../contract/api.ts";
import { ERASURES } from "./erasures-card.tsx";

interface ForgetDialogProps {
  readonly person: Person;
  readonly found: PersonFound;
  readonly onForgotten: () => void;
  readonly onClose: () => void;
}

/** Asks before a person is forgotten: it cannot be taken back. */
export function ForgetDialog({ person, found, onForgotten, onClose }: ForgetDialogProps) {
  const t = useWords("privacy");
  const queries = useQueryClient();
  const [isSure, setSure] = useState(false);
  const erase = useGuarded(privacyApi.erasePerson, {
    onDone: ({ deliveries }) => {
      void queries.invalidateQueries({ queryKey: ERASURES });
      showSnack({ text: t("forget.done", { n: deliveries }) });
      onClose();
      onForgotten();
    },
  });
  return (
    <ConfirmDialog
      title={t("forget.title")}
      does={t("known.forget")}
      command={erase}
      disabled={!isSure}
      onConfirm={() => erase.mutate({ person, deliveries: found.deliveries })}
      onClose={onClose}
      problem={<ConfirmNote error={erase.error} />}
    >
      <p>
        {t("forget.who", { n: found.deliveries })}{" "}
        <bdi className="strong">{"phone" in person ? person.phone : person.email}</bdi>
      </p>
      <ul className="privacy-list">
        <li>{t("forget.goes")}</li>
        <li>{t("forget.stays")}</li>
        <li>{t("forget.backups")}</li>
      </ul>
      <Checkbox label={t("forget.sure")} checked={isSure} onChange={setSure} />
    </ConfirmDialog>
  );
}
