import { useSyncExternalStore } from "react";
import { sessionState } from "#web/session/session.ts";
import { keepTicks, listenTicks, tickKey, ticksOf } from "./kept-ticks.ts";

const person = (): string => {
  const state = sessionState();
  return state.kind === "signed-in" ? state.subject : "";
};

export interface Ticked {
  readonly codes: readonly string[];
  readonly set: (codes: readonly string[]) => void;
}

/**
 * Codes that were ticked at a place; they outlive the page.
 *
 * @param place a task's id, or a list of the load check
 */
export function useTicked(place: string): Ticked {
  const key = tickKey(person(), place);
  const codes = useSyncExternalStore(listenTicks, () => ticksOf(key));
  return { codes, set: (given) => keepTicks(key, given) };
}
