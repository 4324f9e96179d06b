import { useSyncExternalStore } from "react";

/** Work that was done here and has not reached the server yet. */
export interface UnsentSource {
  count(): number;
  subscribe(listener: () => void): () => void;
}

const NOTHING: UnsentSource = { count: () => 0, subscribe: () => () => undefined };
let source: UnsentSource = NOTHING;

/** The outbox says how much it holds; without one, nothing ever waits. */
export const unsentFrom = (next: UnsentSource = NOTHING): void => {
  source = next;
};

/** How many items wait to be sent from this device. */
export const useUnsent = (): number =>
  useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.count(),
  );
