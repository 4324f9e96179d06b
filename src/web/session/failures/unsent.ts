import { useSyncExternalStore } from "react";

/** Work that was done here and has not reached the server yet. */
export interface UnsentSource {
  count(): number;
  /** How many of them were deleted here and never reached it. */
  lost(): number;
  /** Name of the person who did it and alone may send it. */
  owner(): string;
  /** Whether stored work can be read although the session is over. */
  isReadable(): boolean;
  subscribe(listener: () => void): () => void;
}

const NOTHING: UnsentSource = {
  count: () => 0,
  lost: () => 0,
  owner: () => "",
  isReadable: () => false,
  subscribe: () => () => undefined,
};
let source: UnsentSource = NOTHING;

/** The outbox says how much it holds, and whose it is; without one, nothing ever waits. */
export const unsentFrom = (next: UnsentSource = NOTHING): void => {
  source = next;
};

const subscribe = (listener: () => void) => source.subscribe(listener);

/** How many items wait to be sent from this device. */
export const useUnsent = (): number => useSyncExternalStore(subscribe, () => source.count());

/** How many items were deleted before they were sent. */
export const useLost = (): number => useSyncExternalStore(subscribe, () => source.lost());

/** Person who must sign in for them to be sent. */
export const useUnsentOwner = (): string => useSyncExternalStore(subscribe, () => source.owner());

/** Whether what is stored here stays readable while nobody is signed in. */
export const useReadable = (): boolean => useSyncExternalStore(subscribe, () => source.isReadable());
