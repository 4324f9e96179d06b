import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { loadWords } from "#web/i18n/words.ts";
import { lateDialog } from "#web/ui/overlays/late-dialog.tsx";
import { CancelDialog } from "../cancel-dialog.tsx";
import { type LaterAct, laterActs } from "../later/acts.ts";
import { handOutDialog, type LaterDialogProps } from "../later/parts.ts";
import type { Action } from "../part-task.ts";
import type { ActName } from "./acts-of.ts";

const loadAction = () => import("../action-dialog.tsx").then((module) => module.ActionDialog);
const loadRetry = () => import("../retry-dialog.tsx").then((module) => module.RetryDialog);

const ActionDialog = lateDialog(loadAction, ["proofs"]);
const HandOutDialog = lateDialog(handOutDialog.load, ["hub", "proofs"]);
const RetryDialog = lateDialog(loadRetry);

const isLater = (act: ActName): act is Exclude<ActName, Action> =>
  act === "hand_over" || act === "leave" || act === "disposal";

const laterOf = (delivery: Delivery, act: ActName): LaterAct | undefined =>
  laterActs(delivery).find(({ name }) => name === act);

/** Brings the code of an act's dialog. @throws where it does not come */
export async function loadAct(act: ActName, delivery: Delivery): Promise<void> {
  if (act === "cancel") return;
  if (act === "retry") await loadRetry();
  else if (act === "hand_out") await Promise.all([handOutDialog.load(), loadWords("hub", "proofs")]);
  else if (isLater(act)) await laterOf(delivery, act)?.load();
  else await Promise.all([loadAction(), loadWords("proofs")]);
}

interface ActDialogProps extends LaterDialogProps {
  readonly act: ActName;
}

/** The dialog of an act: its own, a later room's, or the common one. */
export function ActDialog({ act, ...rest }: ActDialogProps) {
  if (act === "cancel") return <CancelDialog {...rest} />;
  if (act === "retry") return <RetryDialog {...rest} />;
  if (act === "hand_out") return <HandOutDialog id={rest.delivery.id} {...rest} />;
  if (isLater(act)) {
    const Found = laterOf(rest.delivery, act)?.Dialog;
    return Found && <Found {...rest} />;
  }
  return <ActionDialog action={act} {...rest} />;
}
