import { lateDialog } from "#web/ui/overlays/late-dialog.tsx";
import { CancelDialog } from "../cancel-dialog.tsx";
import { laterActs } from "../later/acts.ts";
import { handOutDialog, type LaterDialogProps } from "../later/parts.ts";
import type { ActName } from "./acts-of.ts";

const ActionDialog = lateDialog(
  () => import("../action-dialog.tsx").then((module) => module.ActionDialog),
  ["proofs"],
);

const HandOutDialog = lateDialog(handOutDialog.load, ["hub", "proofs"]);

const RetryDialog = lateDialog(() => import("../retry-dialog.tsx").then((module) => module.RetryDialog));

interface ActDialogProps extends LaterDialogProps {
  readonly act: ActName;
}

/** The dialog of an act: its own, a later room's, or the common one. */
export function ActDialog({ act, ...rest }: ActDialogProps) {
  if (act === "cancel") return <CancelDialog {...rest} />;
  if (act === "retry") return <RetryDialog {...rest} />;
  if (act === "hand_out") return <HandOutDialog id={rest.delivery.id} {...rest} />;
  if (act === "hand_over" || act === "leave" || act === "disposal") {
    const Found = laterActs(rest.delivery).find(({ name }) => name === act)?.Dialog;
    return Found && <Found {...rest} />;
  }
  return <ActionDialog action={act} {...rest} />;
}
