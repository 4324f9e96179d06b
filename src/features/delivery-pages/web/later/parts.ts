import type { ComponentType } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { slot } from "#web/shell/slot.tsx";
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

/** The code of a dialog that a later room gives: `give` is called once by the app's entry. */
function givenDialog<P>() {
  type Load = () => Promise<ComponentType<P>>;
  let given: Load = () => Promise.reject(new Error("no room gives this dialog"));
  return { give: (load: Load) => void (given = load), load: () => given() };
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
