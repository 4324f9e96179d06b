import { EDIT_LOCKS } from "#features/deliveries/domain/edits.ts";
import { isTerminal } from "#features/deliveries/domain/state.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { disposalDialog, leaveDialog } from "./parts.ts";

/** An act of a later room: its word `act.<name>` stands here, its dialog there. */
interface LaterAct {
  readonly name: "leave" | "disposal";
  readonly icon: IconName;
  readonly isOpen: (delivery: Delivery) => boolean;
  readonly Dialog: (typeof leaveDialog)["Dialog"];
}

const ACTS: readonly LaterAct[] = [
  {
    name: "leave",
    icon: "door",
    isOpen: ({ state }) => EDIT_LOCKS[state].window === null && state !== "attempt_failed",
    Dialog: leaveDialog.Dialog,
  },
  {
    name: "disposal",
    icon: "delete",
    isOpen: ({ custody, state }) => (custody === "courier" || custody === "hub") && !isTerminal(state),
    Dialog: disposalDialog.Dialog,
  },
];

export const laterActs = (delivery: Delivery): readonly LaterAct[] =>
  ACTS.filter(({ isOpen }) => isOpen(delivery));
