import type { AuthPort, SessionState } from "./port.ts";
import { KNOWN } from "./known.ts";

const STARTING: SessionState = { kind: "starting" };
const OUT: SessionState = { kind: "signed-out" };

/**
 * Stands before the real driver, whose code guests never fetch: it is loaded once somebody signed in before in this
 * browser, signs in now, or comes back from the provider.
 */
export function makeLazyDriver(load: () => Promise<AuthPort>): AuthPort {
  const listeners = new Set<() => void>();
  let driver: AuthPort | undefined;
  let loading: Promise<AuthPort> | undefined;
  let idle: SessionState = isKnown() || location.pathname === "/auth/callback" ? STARTING : OUT;

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
      if (idle === STARTING) {
        await wake().catch(() => {
          idle = OUT;
          tell();
        });
      }
    },
    login: async (options) => (await wake()).login(options),
    finish: async (answer) => (await wake()).finish(answer),
    logout: async () => (await wake()).logout(),
    state: () => driver?.state() ?? idle,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    accountUrl: () => driver?.accountUrl(),
    async authorize(headers, request) {
      if (idle === STARTING || loading) await (await wake()).authorize(headers, request);
    },
    async refused() {
      return driver ? driver.refused() : false;
    },
  };
}

function isKnown(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    return false;
  }
}
