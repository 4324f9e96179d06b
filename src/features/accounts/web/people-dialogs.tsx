import { useQueryClient } from "@tanstack/react-query";
import { useWords } from "#web/i18n/words.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { Person } from "../contract/people.ts";
import { EndSessionsDialog } from "./end-sessions-dialog.tsx";
import { INVITATIONS_KEY } from "./invitations-key.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { ME_KEY } from "./me-key.ts";
import { PersonDialog } from "./person-dialog.tsx";

/** The dialog that is open on the page of people. */
export type Asked = { readonly what: "invite" } | { readonly what: "edit" | "end"; readonly id: string };

interface DialogsProps {
  people: readonly Person[];
  meId: string | undefined;
  asked: Asked | undefined;
  /** Reads everybody anew. */
  onReload: () => Promise<readonly Person[]>;
  onClose: () => void;
}

/** The one dialog that stands above the list. */
export function Dialogs({ people, meId, asked, onReload, onClose }: DialogsProps) {
  const t = useWords("accounts");
  const queries = useQueryClient();
  const saved = (name: string) => {
    onClose();
    showSnack({ text: t("person.saved", { name }) });
    void queries.invalidateQueries({ queryKey: ["people"] });
    void queries.invalidateQueries({ queryKey: ME_KEY });
  };
  if (asked?.what === "invite")
    return (
      <InviteDialog
        onClose={onClose}
        onInvited={() => void queries.invalidateQueries({ queryKey: INVITATIONS_KEY })}
      />
    );
  const person = people.find((one) => one.id === asked?.id);
  if (!person) return null;
  if (asked?.what === "end") return <EndSessionsDialog person={person} onClose={onClose} />;
  return (
    <PersonDialog
      key={person.id}
      person={person}
      isMe={person.id === meId}
      onReload={async () => (await onReload()).find((one) => one.id === person.id)}
      onClose={onClose}
      onSaved={saved}
    />
  );
}
