import { isKnown, isPendingKept, KNOWN } from "./storage/known.ts";
import { currentNotices, dismissNotice, onNotices } from "./notices.ts";
import { makePhase, type PhaseKeeper } from "./phase.ts";
import type { AuthPort, SessionState } from "./port.ts";

const OUT: SessionState = { kind: "signed-out" };
const BEGINNING: SessionState = { kind: "signing-in" };

/**
 * Stands before the real driver, whose code guests never fetch: it is loaded once somebody signed in before in this
 * browser, signs in now, or comes back from the provider.
 */
export function makeLazyDriver(
  load: (phase: PhaseKeeper) => Promise<AuthPort>,
  phase: PhaseKeeper = makePhase(),
): AuthPort {
  const listeners = new Set<() => void>();
  let driver: AuthPort | undefined;
  let loading: Promise<AuthPort> | undefined;
  let idle = OUT;

  const notify = () => {
    for (const listener of listeners) listener();
  };
  /** State before the real driver is there: a page that may have a session shows no button to sign in. */
  const idleIs = (next: SessionState) => {
    if (idle === next) return;
    phase.go(next === BEGINNING ? "begin" : "fail");
    idle = next;
    notify();
  };
  if (isKnown() || location.pathname === "/auth/callback") idleIs(BEGINNING);

  function wake(): Promise<AuthPort> {
    loading ??= load(phase).then(
      (fresh) => {
        driver = fresh;
        fresh.on(notify);
        void fresh.start();
        notify();
        return fresh;
      },
      (error: unknown) => {
        // Offline without the code loaded: the next call tries again.
        loading = undefined;
        idleIs(OUT);
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
      onNotices(() => driver ?? notify());
      if (idle === BEGINNING) await wake().catch(() => undefined);
      else if (isPendingKept())
        await import("./storage/pending.ts").then(
          (pending) => pending.removeOldPendingInTime(),
          () => undefined,
        );
    },
    login: async (options) => (await wake()).login(options),
    finish: async (answer) => (await wake()).finish(answer),
    logout: async (options) => (await wake()).logout(options),
    fetch: async (url, init) =>
      idle === BEGINNING || loading ? (await wake()).fetch(url, init) : fetch(url, init),
    state: () => driver?.state() ?? idle,
    roles: () => driver?.roles() ?? [],
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    account: () => driver?.account() ?? { name: "" },
    notices: currentNotices,
    dismiss: dismissNotice,
    diagnose: async () => (await wake()).diagnose(),
    confirm: async (hint) => driver?.confirm(hint),
  };
}
