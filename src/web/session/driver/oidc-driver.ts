import { SESSION_TIMES } from "#contract/session.ts";
import { accountConsole } from "./account-console.ts";
import { apiVerdict } from "./api-verdict.ts";
import { hasComeBack } from "./callback-answer.ts";
import { configAtHand, loadConfig } from "../config.ts";
import { onStorageRefused, storageKind } from "../storage/database.ts";
import { diagnose } from "./diagnose.ts";
import { ME } from "./membership.ts";
import { currentNotices, dismissNotice, notice, onNotices } from "../notices.ts";
import { removeOldPendingInTime } from "../storage/pending.ts";
import { watchPolicyBlocks } from "./policy-blocks.ts";
import { makePhase, type PhaseKeeper } from "../phase.ts";
import type { AuthPort } from "../port.ts";
import type { Hint } from "#web/session/diagnosis.ts";
import { endRecord } from "../storage/record-store.ts";
import { makeRenewal } from "./renewal.ts";
import { makeCore } from "./session-core.ts";
import { makeSignIn } from "./oidc-sign-in.ts";
import { makeSignOut } from "./oidc-sign-out.ts";
import { makeSignedFetch } from "./signed-fetch.ts";
import { watchSession } from "./signals.ts";
import { openTabs } from "./tabs.ts";
import type { Watched } from "./watched.ts";

/** Our own server may take this long to say whether it takes a token. */
const ASK_MS = 5_000;

/**
 * Driver 1: OpenID Connect in the browser, code flow with PKCE, one stored session for all tabs.
 *
 * A session ends only when the provider or our server says so: silence, errors and lost networks keep everything.
 */
export function makeOidcDriver(phase: PhaseKeeper = makePhase()): AuthPort {
  const core = makeCore(phase, hasComeBack());
  const tabs = openTabs();
  const parts = { core, tabs, config: loadConfig, protocol: () => import("../protocol/oidc-protocol.ts") };
  const renewal = makeRenewal(parts);
  const started = renewal.find();
  const signIn = makeSignIn({ ...parts, started });
  const signedFetch = makeSignedFetch({ core, renewal, started });
  watchPolicyBlocks();
  const look = () => void renewal.look().catch(() => undefined);

  async function confirm(hint: Hint): Promise<void> {
    await started;
    const record = core.record();
    if (!record) return renewal.look();
    if (hint === "online") renewal.endQuiet();
    // Our server may know that the session ended, and alone knows the roles of a session that cannot be refreshed.
    if (hint === "event" || record.refreshToken === undefined) await signedFetch(ME).catch(() => undefined);
    if (core.record()) await renewal.renew(hint);
    if (hint === "person") await askOurServer();
  }

  /** Whether our server takes the token, and with which roles. Quiet: what it says is shown where it belongs. */
  async function askOurServer(): Promise<void> {
    if (core.record()) await signedFetch(ME, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => undefined);
  }

  /** Without a role no page calls our server, and "no role" may be a token that it refuses. */
  const askIfWithoutRole = async (): Promise<void> => {
    if (core.record()?.roles.length === 0) await askOurServer();
  };

  /** Our server lacked the provider's keys: a call that works again ends the waiting. */
  async function tick(): Promise<void> {
    const state = core.state();
    if (state.kind === "signed-in" && state.why === "service-starting")
      await signedFetch(ME).catch(() => undefined);
    await renewal.look();
  }

  function watch(everyS: number): void {
    setInterval(() => void tick().catch(() => undefined), everyS * 1000);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
    addEventListener("pageshow", ({ persisted }) => {
      // Back from the provider without an answer: the page still thinks that it leaves.
      if (persisted && core.state().kind === "signing-in") core.end();
      look();
    });
    addEventListener("online", () => {
      renewal.endQuiet();
      look();
    });
    tabs.on(({ kind }) => {
      // Without shared storage there is nothing to read, and another tab's message is all there is.
      if (kind === "ended" && storageKind() === "memory" && core.record())
        void endRecord({ why: "ended-elsewhere", subject: "", at: Date.now() }).then(look);
      else look();
    });
    onStorageRefused(() => core.state().kind === "signed-in" && notice("storage-refused"));
  }

  const watched = (waitS: number, everyS: number): Watched => ({
    state: () => core.state(),
    on: (listener) => core.on(listener),
    confirm,
    checkEveryMs: everyS * 1000,
    messageWaitMs: waitS * 1000,
    async frame() {
      const [settings, { discover }] = await Promise.all([loadConfig(), parts.protocol()]);
      const url = (await discover(settings))["check_session_iframe"];
      const sessionState = core.record()?.sessionState ?? core.record()?.sid;
      if (typeof url !== "string" || sessionState === undefined) return undefined;
      return { url, clientId: settings.clientId, sessionState };
    },
  });

  return {
    async start() {
      const { sessionCheckEveryS, providerMessageWaitS } =
        configAtHand() ?? (await loadConfig().catch(() => SESSION_TIMES));
      await started;
      removeOldPendingInTime();
      watch(sessionCheckEveryS);
      watchSession(watched(providerMessageWaitS, sessionCheckEveryS));
      await renewal.look();
      await askIfWithoutRole();
    },
    login: (options) => signIn.login(options),
    async finish(answer) {
      const path = await signIn.finish(answer);
      await askIfWithoutRole();
      return path;
    },
    logout: makeSignOut(parts),
    fetch: signedFetch,
    state: () => core.state(),
    roles: () => core.record()?.roles ?? [],
    on(listener) {
      const stops = [core.on(listener), onNotices(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    account() {
      const { name = "", email, picture } = core.record() ?? {};
      const consoleUrl = accountConsole(configAtHand());
      return {
        name,
        ...(email !== undefined && { email }),
        ...(picture !== undefined && { picture }),
        ...(consoleUrl !== undefined && { consoleUrl }),
      };
    },
    notices: currentNotices,
    dismiss: dismissNotice,
    async diagnose() {
      if (!apiVerdict() && navigator.onLine) await askOurServer();
      return diagnose(parts, renewal, phase);
    },
    confirm,
  };
}
