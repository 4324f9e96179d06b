import type { AuthPort, SessionState } from "./port.ts";
import { KNOWN } from "./known.ts";

const BEGINNING: SessionState = { kind: "signing-in" };
const OUT: SessionState = { kind: "signed-out" };

/**
 * Stands before the real driver, whose code guests never fetch: it is loaded once somebody signed in before in this
 * browser, signs in now, or comes back from the provider.
 */
export function makeLazyDriver(load: () => Promise<AuthPort>): AuthPort {
  const listeners = new Set<() => void>();
  let driver: AuthPort | undefined;
  let loading: Promise<AuthPort> | undefined;
  let idle: SessionState = isKnown() || location.pathname === "/auth/callback" ? BEGINNING : OUT;

  const tell = () => {
    for (const listener of listeners) listener();
  };

  function wake(): Promise<AuthPort> {
    loading ??= load().then(
      (fresh) => {
        driver = fresh;
        fresh.on(tell);
        void fresh.start();
        tell();
        return fresh;
      },
      (error: unknown) => {
        // Offline without the code at hand: the next call tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  return {
    async start() {
      addEventListener("storage", (event) => {
        if (event.key === KNOWN && event.newValue !== null) void wake().catch(() => undefined);
      });
      if (idle === BEGINNING) {
        await wake().catch(() => {
          idle = OUT;
          tell();
        });
      }
    },
    login: async (options) => (await wake()).login(options),
    finish: async (answer) => (await wake()).finish(answer),
    logout: async (options) => (await wake()).logout(options),
    state: () => driver?.state() ?? idle,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    fetch: async (url, init) =>
      idle === BEGINNING || loading ? (await wake()).fetch(url, init) : fetch(url, init),
    roles: () => driver?.roles() ?? [],
    account: () => driver?.account() ?? { name: "" },
    notices: () => driver?.notices() ?? [],
    dismiss: (code) => driver?.dismiss(code),
    diagnose: async () => (await wake()).diagnose(),
    confirm: async (hint) => driver?.confirm(hint),
  };
}

function isKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    return false;
  }
}
