import type { ComponentType } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";

interface HandOutProps {
  readonly id: string;
  readonly onDone: (fresh: Delivery) => void;
  readonly onClose: () => void;
}
type Load = () => Promise<ComponentType<HandOutProps>>;

let load: Load | undefined;

/** Gives the dialog of the later room hub; called once by the app's entry. */
export const setHandOutDialog = (given: Load): void => void (load = given);

export function loadHandOut(): ReturnType<Load> {
  if (!load) throw new Error("no room hands out");
  return load();
}
