import { useState, useSyncExternalStore } from "react";
import type { Board, BoardCourier } from "../contract/board.ts";
import type { RouteLine } from "./rows.ts";
import { NOTHING, select, type Pane, type Selection, type SelectionChange } from "./selection.ts";

/** Holds the selection outside React, so that a press renders the lines that it changes and no others. */
export interface SelectionStore {
  readonly get: () => Selection;
  readonly change: (change: SelectionChange) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function makeSelection(): SelectionStore {
  let now = NOTHING;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    change(change) {
      const next = select(now, change);
      if (next === now) return;
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const useSelectionStore = (): SelectionStore => useState(makeSelection)[0];

export const useSelected = (store: SelectionStore, id: string | undefined): boolean =>
  useSyncExternalStore(store.subscribe, () => id !== undefined && store.get().ids.has(id));

export const useCursor = (store: SelectionStore, pane: Pane): string | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get().cursor[pane]);

/** The courier on whose line, or on one of whose stops, the cursor stands. */
export function useCursorCourier(
  store: SelectionStore,
  board: Board,
  lines: readonly RouteLine[],
): BoardCourier | undefined {
  const key = useCursor(store, "couriers");
  const line = lines.find((row) => row.key === key);
  return line && board.couriers.find(({ id }) => id === line.courierId);
}

/** The courier whose route the map shows. */
export const useShownCourier = (store: SelectionStore): string | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get().courier);

export const useSelectedIds = (store: SelectionStore): ReadonlySet<string> =>
  useSyncExternalStore(store.subscribe, () => store.get().ids);
