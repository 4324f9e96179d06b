import { useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

const isOnline = (): boolean => navigator.onLine;
/** A page that the server draws has come over a network. */
const wasOnline = (): boolean => true;

/** Whether the device says it has a network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, wasOnline);
