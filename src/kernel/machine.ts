import { Refusal } from "./refusal.ts";

/** Causer of a transition. `provider` is the payment provider; an administrator acts as dispatcher. */
export type MachineActor =
  | "sender"
  | "recipient"
  | "courier"
  | "dispatcher"
  | "system"
  | "provider"
  | "person"
  | "browser"
  | "identity-provider";

/** One row of a lifecycle table; `guard` is the English sentence that the documentation prints. */
export interface Transition<S extends string, C extends string> {
  readonly name: C;
  readonly from: readonly S[];
  /** `same` leaves the state as it is. */
  readonly to: S | "same";
  readonly actors: readonly MachineActor[];
  readonly guard: string;
}

/** A lifecycle as plain data: the code obeys it and the documentation is printed from it. */
export interface Machine<S extends string, C extends string> {
  readonly name: string;
  readonly initial: S;
  readonly states: readonly S[];
  /** Ends; those that are also `soft` can be left by a correction. */
  readonly terminal: readonly S[];
  readonly soft: readonly S[];
  /** The refusal code of a command that the state does not allow. */
  readonly refusal: string;
  readonly transitions: readonly Transition<S, C>[];
}

/** The row that takes this command from this state, or `undefined`. */
export function transitionOf<S extends string, C extends string>(
  machine: Machine<S, C>,
  state: S,
  command: C,
): Transition<S, C> | undefined {
  return machine.transitions.find((row) => row.name === command && row.from.includes(state));
}

/**
 * The state after the command.
 *
 * @throws Refusal the machine's own code with facts `state` and `command`
 */
export function advance<S extends string, C extends string>(machine: Machine<S, C>, state: S, command: C): S {
  const row = transitionOf(machine, state, command);
  if (!row) throw new Refusal(machine.refusal, { state, command });
  return row.to === "same" ? state : row.to;
}
