import { useLayoutEffect, useSyncExternalStore } from "react";
import type { LoginOptions } from "./port.ts";
import { auth } from "./session.ts";

/** A press on "sign in" that came to nothing, until the next one. */
export interface LoginFailure {
  readonly error: unknown;
  readonly options: LoginOptions;
}

const WISH = "wb.auth.wish";
const listeners = new Set<() => void>();
let failure: LoginFailure | undefined;
/** Full-page messages on the page that say themselves why no one is signed in. */
let messages = 0;

function notify(): void {
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Makes the provider ask anew who it is after an end elsewhere: where its own session lives on, it would answer with the
 * very session that our server no longer takes.
 */
export const askedAnew = (code: string | undefined, again: LoginOptions = {}): LoginOptions =>
  code === "ended-elsewhere" ? { ...again, prompt: "login" } : again;

/** Leaves for the provider; a failure is kept for `useLoginFailure`, so that callers need not catch it. */
export async function beginLogin(options: LoginOptions = {}): Promise<void> {
  const returnTo = options.returnTo ?? location.pathname + location.search;
  keepWish(returnTo);
  try {
    await auth().login(options);
    forgetLoginFailure();
  } catch (error) {
    failure = { error, options: { ...options, returnTo } };
    notify();
  }
}

export function forgetLoginFailure(): void {
  if (!failure) return;
  failure = undefined;
  notify();
}

export const useLoginFailure = (): LoginFailure | undefined => useSyncExternalStore(subscribe, () => failure);

/** Says as long as it is mounted that the page itself explains what is wrong; notices above it then keep quiet. */
export function useExplains(): void {
  useLayoutEffect(() => {
    messages += 1;
    notify();
    return () => {
      messages -= 1;
      notify();
    };
  }, []);
}
export const usePageExplains = (): boolean => useSyncExternalStore(subscribe, () => messages > 0);

function keepWish(path: string): void {
  try {
    sessionStorage.setItem(WISH, path);
  } catch {
    // Without storage, a second try leads to the start page.
  }
}

/** Target of this tab's last sign-in. */
export function lastWish(): string {
  try {
    return sessionStorage.getItem(WISH) ?? "/";
  } catch {
    return "/";
  }
}
