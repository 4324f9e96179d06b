import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import type { ListSearch } from "../contract/list-search.ts";

/** Deliveries that somebody chose in the list, or all that its filter shows. */
export interface Chosen {
  readonly ids: readonly string[];
  readonly filter: ListSearch;
}

interface ListAction {
  readonly key: string;
  readonly Action: LazyExoticComponent<ComponentType<Chosen>>;
}
const actions: ListAction[] = [];

/** Adds what a later room does with deliveries of the list; called once by the app's entry. */
export function addListAction(key: string, load: () => Promise<ComponentType<Chosen>>): void {
  actions.push({ key, Action: lazy(async () => ({ default: await load() })) });
}

export const listActions = (): readonly ListAction[] => actions;
