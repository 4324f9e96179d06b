import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { slot } from "#web/shell/slot.tsx";
import { givenDialog } from "#web/ui/overlays/given-dialog.ts";
import type { EditValues } from "../edit-values.ts";

/** An act on a delivery that a later room carries out. */
export interface LaterDialogProps {
  readonly delivery: Delivery;
  readonly onDone: (fresh: Delivery) => void;
  readonly onClose: () => void;
}

interface WindowPriceProps {
  readonly delivery: Delivery;
  /** As it stands in the form; another one than the delivery has. */
  readonly window: EditValues["window"];
}

/** Agrees on a neighbour or a safe place. */
export const leaveDialog = givenDialog<LaterDialogProps>();

/** Notes the sender's word about disposing. */
export const disposalDialog = givenDialog<LaterDialogProps>();

/** Gives parcels in a courier's hands to another courier. */
export const handOverDialog = givenDialog<LaterDialogProps>();

/** Hands parcels out over the hub's counter. */
export const handOutDialog = givenDialog<Omit<LaterDialogProps, "delivery"> & { readonly id: string }>();

/** Price of another time, where it differs. */
export const windowPrice = slot<WindowPriceProps>();
