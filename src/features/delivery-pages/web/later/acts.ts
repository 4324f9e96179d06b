import type { ReactNode } from "react";
import { EDIT_LOCKS } from "#features/deliveries/domain/edits.ts";
import { isTerminal } from "#features/deliveries/domain/state.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { heldTask } from "../../domain/held-task.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { lateDialog } from "#web/ui/overlays/late-dialog.tsx";
import { disposalDialog, handOverDialog, leaveDialog, type LaterDialogProps } from "./parts.ts";

/** An act of a later room: its word `act.<name>` stands here, its dialog there. */
export interface LaterAct {
  readonly name: "hand_over" | "leave" | "disposal";
  readonly icon: IconName;
  readonly isOpen: (delivery: Delivery) => boolean;
  readonly load: () => Promise<unknown>;
  readonly Dialog: (props: LaterDialogProps) => ReactNode;
}

const ACTS: readonly LaterAct[] = [
  {
    name: "hand_over",
    icon: "swap",
    isOpen: (delivery) => heldTask(delivery) !== undefined,
    load: handOverDialog.load,
    Dialog: lateDialog(handOverDialog.load),
  },
  {
    name: "leave",
    icon: "door",
    isOpen: ({ state }) => EDIT_LOCKS[state].window === null && state !== "attempt_failed",
    load: leaveDialog.load,
    Dialog: lateDialog(leaveDialog.load),
  },
  {
    name: "disposal",
    icon: "delete",
    isOpen: ({ custody, state }) => (custody === "courier" || custody === "hub") && !isTerminal(state),
    load: disposalDialog.load,
    Dialog: lateDialog(disposalDialog.load),
  },
];

export const laterActs = (delivery: Delivery): readonly LaterAct[] =>
  ACTS.filter(({ isOpen }) => isOpen(delivery));
