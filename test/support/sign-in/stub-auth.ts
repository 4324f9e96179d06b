import { vi } from "vitest";
import type { AuthPort, Notice, SessionState } from "#web/session/port.ts";
import { setDriver } from "#web/session/session.ts";

/** Somebody who is signed in, with these roles. */
export const signedIn = (
  roles: readonly ("sender" | "courier" | "dispatcher" | "finance" | "org-admin" | "waybill-operator")[] = [
    "dispatcher",
  ],
): SessionState => ({ kind: "signed-in", subject: "ana", name: "Ana", roles, offline: false });

export type StubAuth = ReturnType<typeof stubAuth>;

/** A way of signing in that a test holds in its hand; what is pressed is counted. */
export function stubAuth(first: SessionState = { kind: "signed-out" }) {
  let state = first;
  let notices: readonly Notice[] = [];
  let account: ReturnType<AuthPort["account"]> = { name: "Ana" };
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const port = {
    start: async () => undefined,
    login: vi.fn<AuthPort["login"]>(async () => undefined),
    finish: vi.fn<AuthPort["finish"]>(async () => "/"),
    logout: vi.fn<AuthPort["logout"]>(async () => undefined),
    fetch: (url: string, init?: RequestInit) => fetch(url, init),
    state: () => state,
    roles: () => (state.kind === "signed-in" ? state.roles : []),
    on: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    account: () => account,
    notices: () => notices,
    dismiss: vi.fn<AuthPort["dismiss"]>((code) => {
      notices = notices.filter((notice) => notice.code !== code);
      tell();
    }),
    diagnose: vi.fn<AuthPort["diagnose"]>(async () => Promise.reject(new TypeError("no code"))),
    confirm: vi.fn<AuthPort["confirm"]>(async () => undefined),
  } satisfies AuthPort;
  setDriver(port);
  return {
    ...port,
    show(next: SessionState): void {
      state = next;
      tell();
    },
    say(...next: Notice[]): void {
      notices = next;
      tell();
    },
    be(next: ReturnType<AuthPort["account"]>): void {
      account = next;
      tell();
    },
  };
}
