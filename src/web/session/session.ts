import { useSyncExternalStore } from "react";
import type { Role } from "#kernel/actor.ts";
import { setAuthorizer } from "../api/send.ts";
import type { AuthPort, LoginOptions, SessionState } from "./port.ts";

const STARTING: SessionState = { kind: "starting" };
let port: AuthPort | undefined;
const waiting = new Set<() => void>();

/** Gives the hall its way of signing in; the entry calls it once. */
export function setDriver(driver: AuthPort): void {
  port = driver;
  setAuthorizer(driver);
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

export const sessionState = (): SessionState => port?.state() ?? STARTING;

export function onSession(listener: () => void): () => void {
  if (port) return port.on(listener);
  waiting.add(listener);
  return () => void waiting.delete(listener);
}

/** Who is signed in, in React. */
export const useSession = (): SessionState => useSyncExternalStore(onSession, sessionState);

export const login = (options?: LoginOptions): Promise<void> => auth().login(options);
export const logout = (): Promise<void> => auth().logout();

export const rolesOf = (state: SessionState): readonly Role[] =>
  state.kind === "signed-in" ? state.roles : [];
