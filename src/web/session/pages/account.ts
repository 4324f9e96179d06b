import { useSyncExternalStore } from "react";
import { showablePicture } from "./picture.ts";
import { auth, onSession } from "../session.ts";

/** The person's picture, where this page may show it; nothing otherwise: initials stand in. */
export const usePicture = (): string | undefined =>
  showablePicture(useSyncExternalStore(onSession, () => auth().account().picture));

/** The provider's page for passwords and devices; nothing where it has none. */
export const useConsole = (): string | undefined =>
  useSyncExternalStore(onSession, () => auth().account().consoleUrl);
