import type { ReactNode } from "react";
import { RefusalNote } from "../api/refusal-note.tsx";
import { useWords } from "../i18n/words.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface ConfirmDialogProps {
  title: string;
  /** Text of its one filled button, where that is not the title. */
  does?: string;
  /** The act, as `useCommand` or a mutation gives it. */
  command: { readonly isPending: boolean; readonly error: unknown };
  onConfirm: () => void;
  onClose: () => void;
  disabled?: boolean;
  /** May be left while the act runs, which ends it. */
  stoppable?: boolean;
  /** In place of the plain sentence about a refusal. */
  problem?: ReactNode;
  children: ReactNode;
}

/** Asks before one act: its effect, the way out, and the button that does it; stays while the act runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, does = title, command, onConfirm, onClose, disabled = false, stoppable = false } = props;
  const t = useWords("hall");
  return (
    <Dialog
      open
      onClose={onClose}
      locked={command.isPending && !stoppable}
      title={title}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("forms.cancel")}
          </Button>
          <Button variant="filled" loading={command.isPending} disabled={disabled} onClick={onConfirm}>
            {does}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        {props.children}
        {props.problem ?? <RefusalNote error={command.error} />}
      </div>
    </Dialog>
  );
}
