import { useSyncExternalStore } from "react";
import type { Role } from "#kernel/actor.ts";
import { setSignedFetch } from "../api/signed-fetch.ts";
import type { AuthPort, Notice, LogoutOptions, SessionState } from "./port.ts";

const BEGINNING: SessionState = { kind: "signing-in" };
let port: AuthPort | undefined;
const waiting = new Set<() => void>();

/** Gives the hall its way of signing in; the entry calls it once. */
export function setDriver(driver: AuthPort): void {
  port = driver;
  setSignedFetch((url, init) => driver.fetch(url, init));
  for (const listener of waiting) {
    driver.on(listener);
    listener();
  }
}

/** The way of signing in, outside React. */
export function auth(): AuthPort {
  if (!port) throw new Error("no sign-in driver was given");
  return port;
}

export const sessionState = (): SessionState => port?.state() ?? BEGINNING;

export function onSession(listener: () => void): () => void {
  if (port) return port.on(listener);
  waiting.add(listener);
  return () => void waiting.delete(listener);
}

/** State of the session, in React. */
export const useSession = (): SessionState => useSyncExternalStore(onSession, sessionState);

export const logout = (options?: LogoutOptions): Promise<void> => auth().logout(options);

export const rolesOf = (state: SessionState): readonly Role[] =>
  state.kind === "signed-in" ? state.roles : [];

const NONE: readonly Notice[] = [];
/** Notices besides the state; `auth().dismiss(code)` ends one. */
export const useNotices = (): readonly Notice[] =>
  useSyncExternalStore(onSession, () => port?.notices() ?? NONE);
