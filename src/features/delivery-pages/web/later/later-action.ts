import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import type { IconName } from "#web/ui/icon.tsx";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";

export interface LaterDialogProps {
  readonly delivery: Delivery;
  readonly onDone: (fresh: Delivery) => void;
  readonly onClose: () => void;
}

/** An action on a delivery that a later room gives: its word `act.<name>` stands here, its dialog there. */
interface LaterAction {
  readonly name: "leave" | "disposal";
  readonly icon: IconName;
  readonly isOpen: (delivery: Delivery) => boolean;
  /** Brings the words of its room along. */
  readonly load: () => Promise<ComponentType<LaterDialogProps>>;
}
type Shown = Pick<LaterAction, "name" | "icon" | "isOpen"> & {
  readonly Dialog: LazyExoticComponent<ComponentType<LaterDialogProps>>;
};

const actions: Shown[] = [];

/** Called once per action by the app's entry, which knows every room. */
export function addDeliveryAction({ load, ...shown }: LaterAction): void {
  actions.push({ ...shown, Dialog: lazy(async () => ({ default: await load() })) });
}

export const laterActions = (delivery: Delivery): readonly Shown[] =>
  actions.filter(({ isOpen }) => isOpen(delivery));
