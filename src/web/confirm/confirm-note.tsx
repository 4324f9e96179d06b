import { useState } from "react";
import { isProblem } from "../api/problem.ts";
import { RefusalNote, type RefusalNoteProps } from "../api/refusal-note.tsx";
import { lateDialog } from "../ui/overlays/late-dialog.tsx";

const ConfirmDialog = lateDialog(
  () => import("./confirm-sign-in.tsx").then((module) => module.ConfirmSignIn),
  ["confirm", "session"],
);

/** As `RefusalNote`; where the server wants a newer or stronger sign-in, the dialog that leads to one. */
export function ConfirmNote(props: RefusalNoteProps) {
  const { error } = props;
  const [closed, setClosed] = useState<unknown>();
  if (!isProblem(error, "accounts.confirm-sign-in")) return <RefusalNote {...props} />;
  return closed !== error && <ConfirmDialog problem={error} onClose={() => setClosed(error)} />;
}
