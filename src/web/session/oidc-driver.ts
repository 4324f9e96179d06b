import type { BrowserConfig } from "#contract/browser-config.ts";
import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { checkReport } from "./check-report.ts";
import { Problem } from "../api/problem.ts";
import { forgetAllDrafts } from "../forms/draft.ts";
import { locale } from "../i18n/words.ts";
import { AuthError } from "./auth-error.ts";
import { loadConfig } from "./config.ts";
import { tellPersonChange } from "./person-change.ts";
import { keepPending, safeReturn, sweepPending, takePending } from "./pending.ts";
import { type AuthPort, type LoginOptions, phaseOf, type SessionState } from "./port.ts";
import { readRecord, type SessionRecord, writeRecord } from "./record-store.ts";

/** A token with less life than this is refreshed before it is used. */
const MIN_VALIDITY_MS = 30_000;
/** Longer without a refresh than this, an ended session is called expired (sleep, weekend) rather than ended elsewhere. */
const EXPIRED_AFTER_MS = 10 * 60_000;
/** Between tries to reach a provider that does not answer. */
const QUIET_MS = { first: 5_000, most: 60_000 } as const;
const OUT: SessionState = { kind: "signed-out" };

/** What the provider may say to a refresh that ends the session. */
const ENDS: ReadonlySet<SignInFailureCode> = new Set<SignInFailureCode>(["ended-elsewhere", "not-verified"]);

type Word = "session" | "ended";

/** The protocol's code is fetched when somebody signs in or a token runs out, never for the first view. */
const protocol = () => import("./oidc-protocol.ts");

/**
 * Driver 1: OpenID Connect in the browser, code flow with PKCE, one stored session for all tabs.
 *
 * A session ends only when the provider says so: silence, errors and lost networks keep everything.
 */
export function makeOidcDriver(): AuthPort {
  let state: SessionState = { kind: "signing-in" };
  let record: SessionRecord | undefined;
  let config: BrowserConfig | undefined;
  let refreshing: Promise<SessionRecord | undefined> | undefined;
  let quietUntil = 0;
  let quietFor: number = QUIET_MS.first;
  const listeners = new Set<() => void>();
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("wb.auth") : undefined;

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  const tellTabs = (word: Word) => channel?.postMessage(word);

  function show(next: SessionState): void {
    const same = JSON.stringify(next) === JSON.stringify(state);
    state = next;
    if (!same) for (const listener of listeners) listener();
  }

  function adopt(next: SessionRecord, offline = false): void {
    if (record && record.subject !== next.subject) {
      forgetAllDrafts();
      tellPersonChange();
    }
    record = next;
    show({ kind: "signed-in", subject: next.subject, name: next.name, roles: next.roles, offline });
  }

  function end(trouble?: SignInFailureCode): void {
    record = undefined;
    show(trouble ? { kind: "signed-out", trouble } : OUT);
  }

  const isFresh = (candidate: SessionRecord, margin = MIN_VALIDITY_MS) =>
    candidate.expiresAt - Date.now() > margin;

  /** One refresh at a time in all tabs; whoever waited takes what the first one brought. */
  function renew(force: boolean): Promise<SessionRecord | undefined> {
    refreshing ??= withLock(() => renewLocked(force)).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function renewLocked(force: boolean): Promise<SessionRecord | undefined> {
    const known = record;
    const stored = await readRecord();
    if (!stored) {
      end(known ? "ended-elsewhere" : undefined);
      return undefined;
    }
    if (isFresh(stored) && (!force || stored.accessToken !== known?.accessToken)) {
      adopt(stored);
      return stored;
    }
    return stored.refreshToken === undefined ? finishSession(stored) : askAnew(stored, stored.refreshToken);
  }

  /** Asks the provider. Only its own "no" ends the session; whatever else goes wrong is waited out. */
  async function askAnew(stored: SessionRecord, refreshToken: string): Promise<SessionRecord | undefined> {
    try {
      config ??= await loadConfig();
      const { refresh } = await protocol();
      const next = await refresh(config, { ...stored, refreshToken });
      await writeRecord(next);
      quietFor = QUIET_MS.first;
      adopt(next);
      return next;
    } catch (error) {
      if (error instanceof AuthError && ENDS.has(error.trouble)) return finishSession(stored);
      quietUntil = Date.now() + quietFor;
      quietFor = Math.min(quietFor * 2, QUIET_MS.most);
      adopt(stored, true);
      return isFresh(stored, 0) ? stored : undefined;
    }
  }

  async function finishSession(stored: SessionRecord): Promise<undefined> {
    await writeRecord(undefined);
    tellTabs("ended");
    end(Date.now() - stored.at > EXPIRED_AFTER_MS ? "expired" : "ended-elsewhere");
  }

  /** Every 5 s and whenever the page comes back: what do the other tabs say, and does the token still live? */
  async function check(): Promise<void> {
    const stored = await readRecord();
    if (!stored) return record ? end("ended-elsewhere") : undefined;
    if (!record || stored.accessToken !== record.accessToken || stored.subject !== record.subject)
      adopt(stored, state.kind === "signed-in" && state.offline);
    const wantsRefresh = !isFresh(stored) || (state.kind === "signed-in" && state.offline);
    if (wantsRefresh && navigator.onLine && Date.now() >= quietUntil) await renew(false);
  }

  const started = (async () => {
    const stored = await readRecord();
    if (!stored) return end();
    adopt(stored, !isFresh(stored, 0));
  })();

  function watch(everyMs: number): void {
    setInterval(() => void check(), everyMs);
    const now = () => document.visibilityState === "visible" && void check();
    document.addEventListener("visibilitychange", now);
    addEventListener("pageshow", now);
    addEventListener("online", () => {
      quietUntil = 0;
      void check();
    });
    channel?.addEventListener("message", ({ data }: MessageEvent<Word>) => {
      if (data === "ended" && record) end("ended-elsewhere");
      if (data === "session") void check();
    });
  }

  return {
    async start() {
      watch(5_000);
      await started;
      await check();
    },

    async login({ hint, returnTo = location.pathname + location.search, prompt }: LoginOptions = {}) {
      if (!isSecureContext) throw new AuthError("insecure");
      config ??= await loadConfig().catch((cause: unknown) => {
        throw navigator.onLine ? new AuthError("unreachable", cause) : new Problem("http.offline");
      });
      const { depart } = await protocol();
      const leave = await depart(config, safeReturn(returnTo, location.origin), {
        login_hint: hint,
        prompt,
        ui_locales: locale(),
      });
      sweepPending(Date.now(), config.pendingSignInS * 1000);
      keepPending(leave.state, leave.pending);
      location.assign(leave.url);
    },

    async finish(answer) {
      await started;
      const stateText = answer.searchParams.get("state");
      const pending = takePending(stateText);
      if (!pending || stateText === null) {
        if (record) return "/";
        throw new AuthError("stale-link");
      }
      config ??= await loadConfig();
      if (Date.now() - pending.at > config.pendingSignInS * 1000) throw new AuthError("took-too-long");
      if (pending.issuer !== config.issuer) throw new AuthError("not-verified");
      const { exchange } = await protocol();
      const fresh = await exchange(config, answer, stateText, pending);
      const next = { ...fresh, gen: (record?.gen ?? 0) + 1 };
      await writeRecord(next);
      adopt(next);
      tellTabs("session");
      return pending.returnTo;
    },

    async logout() {
      const idToken = record?.idToken;
      await writeRecord(undefined);
      tellTabs("ended");
      forgetAllDrafts();
      end();
      tellPersonChange();
      config ??= await loadConfig();
      const { endSessionUrl } = await protocol();
      const url =
        idToken === undefined ? undefined : await endSessionUrl(config, idToken).catch(() => undefined);
      location.assign(url ?? "/");
    },

    state: () => state,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    roles: () => record?.roles ?? [],
    account: () => ({ name: record?.name ?? "" }),
    notices: () => [],
    dismiss: () => undefined,
    diagnose: async () => ({
      issuer: config?.issuer,
      clientId: config?.clientId,
      phase: phaseOf(state),
      check: checkReport(),
      refresh: undefined,
      clockOffsetS: undefined,
      storage: "browser",
      session: undefined,
      provider: undefined,
      roles: { from: undefined, reasons: [], tooMany: false },
    }),
    confirm: async () => {
      if (record) await renew(true);
    },

    async fetch(url, init) {
      await started;
      const send = async () => {
        const headers = new Headers(init?.headers);
        if (record) {
          const usable = isFresh(record) ? record : await renew(false);
          if (usable) headers.set("authorization", `Bearer ${usable.accessToken}`);
          // No call goes out with a token that is known to be dead.
          else if (record) throw new Problem(navigator.onLine ? "http.unreachable" : "http.offline");
        }
        return fetch(url, { ...init, headers });
      };
      const first = await send();
      if (first.status !== 401 || !record || !(await renew(true))) return first;
      return send();
    },
  };
}

const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request("wb.auth.refresh", work) : work();
