import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { type LaterAct, laterActs } from "../later/acts.ts";
import type { Action } from "../part-task.ts";
import { ACT_ICON, DANGER, LIKELY } from "./act-look.ts";

/** An act of the delivery itself, or of a later room. */
export type ActName = Action | LaterAct["name"];

/** An act that is open now. */
export interface OpenAct {
  readonly name: ActName;
  readonly icon: IconName;
  readonly isDanger: boolean;
}

/** Every act that the state of a delivery allows: the usual one first, then the likely ones, what ends it last. */
export function actsOf(delivery: Delivery, usual: Action | undefined): OpenAct[] {
  const { actions } = delivery;
  const likely = [...(usual === undefined ? [] : [usual]), ...LIKELY.filter((name) => name !== usual)];
  const first = likely.filter((name) => actions.includes(name));
  const rest = actions.filter((name) => !first.includes(name)).map(lookOf);
  const all = [...first.map(lookOf), ...laterActs(delivery), ...rest].map(({ name, icon }) => ({
    name,
    icon,
    isDanger: DANGER.has(name),
  }));
  return [...all.filter(({ isDanger }) => !isDanger), ...all.filter(({ isDanger }) => isDanger)];
}

const lookOf = (name: Action): Pick<OpenAct, "name" | "icon"> => ({ name, icon: ACT_ICON[name] });
