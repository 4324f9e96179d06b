import type { BrowserConfig } from "#contract/browser-config.ts";
import { SESSION_TIMES } from "#contract/session.ts";
import { locale } from "../../i18n/words.ts";
import { AuthError } from "../auth-error.ts";
import { storageKind } from "../storage/database.ts";
import { countFailure, countTry, forgetTries, keepsFailing } from "./loop-guard.ts";
import { notice } from "../notices.ts";
import {
  keepPending,
  keepPendingKey,
  type Pending,
  removeOldPendingInTime,
  takePending,
  takePendingKey,
} from "../storage/pending.ts";
import { land, landedAt } from "../storage/landed.ts";
import type { LoginOptions } from "../port.ts";
import { mayBeInUserinfo } from "./role-reading.ts";
import { safeReturn } from "../safe-return.ts";
import { patchRecord, readStored, writeRecord } from "../storage/record-store.ts";
import type { RenewalParts } from "./renewal.ts";
import { isMeantForApp, isOlderThan } from "./state-mark.ts";

export interface SignInParts extends RenewalParts {
  /** Resolves when the stored session was looked for. */
  readonly started: Promise<unknown>;
}

/** Leaving for the provider, and coming back. */
export function makeSignIn({ core, tabs, config, protocol, started }: SignInParts) {
  /** A failed sign-in leaves a signed-in person as they were. */
  function failed(error: unknown, wanted?: LoginOptions["wanted"]): AuthError {
    const known = error instanceof AuthError ? error : new AuthError("unreachable", error);
    countFailure(Date.now(), known.trouble);
    if (core.state().kind === "signing-in") core.end();
    return new AuthError(known.trouble, known.cause, known.facts, wanted);
  }

  async function depart({
    hint,
    returnTo = location.pathname + location.search,
    prompt,
    wanted,
  }: LoginOptions) {
    if (!navigator.onLine) throw new AuthError("first-time-offline");
    const settings = await config();
    const { depart: prepare } = await protocol();
    const leave = await prepare(settings, safeReturn(returnTo, location.origin), {
      login_hint: hint,
      prompt,
      ui_locales: locale(),
      ...wanted,
    });
    removeOldPendingInTime();
    const kept = keepPending(leave.state, { ...leave.pending, wanted });
    if (kept === undefined) throw new AuthError("storage-refused");
    if (kept === "this-tab") notice("storage-refused");
    if (leave.key) await keepPendingKey(leave.state, leave.key);
    location.assign(leave.url);
  }

  /** The sign-in that this answer belongs to. @throws AuthError when it belongs to none that is on its way */
  function pendingOf(state: string, settings: BrowserConfig, pending: Pending | undefined): Pending {
    if (!pending) throw new AuthError("stale-link");
    if (Math.abs(Date.now() - pending.at) > settings.pendingSignInS * 1000)
      throw new AuthError("took-too-long");
    if (pending.issuer !== settings.issuer) throw new AuthError("not-verified", state, { code: "issuer" });
    return pending;
  }

  /** Why nothing is kept here of a sign-in: another browser's, used before, or too old. */
  async function unknownAnswer(state: string | null): Promise<"other-app" | "took-too-long" | "stale-link"> {
    if (isMeantForApp(state)) return "other-app";
    const { pendingSignInS } = await config().catch(() => SESSION_TIMES);
    return isOlderThan(state, pendingSignInS * 1000, Date.now()) ? "took-too-long" : "stale-link";
  }

  async function accept(answer: URL, state: string, pending: Pending): Promise<string> {
    const settings = await config();
    pendingOf(state, settings, pending);
    const key = await takePendingKey(state);
    const { exchange, readProfile } = await protocol();
    const fresh = await exchange(settings, answer, { state, pending, key });
    const before = (await readStored()).record;
    const record = { ...fresh, gen: (before?.gen ?? 0) + 1 };
    // Roles may be nowhere else; all else of userinfo can come later.
    const profile = mayBeInUserinfo(record.reading) ? await readProfile(settings, record) : undefined;
    const complete = { ...record, ...profile };
    await writeRecord(complete);
    if (storageKind() === "memory") notice("storage-refused");
    core.live(complete, { here: true });
    tabs.tell({ kind: "session", subject: complete.subject });
    forgetTries();
    if (!profile) void readProfile(settings, complete).then((more) => addProfile(complete, more));
    return pending.returnTo;
  }

  async function addProfile(
    { subject, since }: { readonly subject: string; readonly since: number },
    more: Parameters<typeof patchRecord>[1],
  ): Promise<void> {
    if (Object.keys(more).length === 0) return;
    const next = await patchRecord({ subject, since }, more);
    if (next && core.state().kind === "signed-in") core.live(next, { here: true });
  }

  return {
    async login(options: LoginOptions = {}): Promise<void> {
      if (!isSecureContext)
        throw new AuthError("insecure", undefined, { url: location.href.replace(/^http:/, "https:") });
      await started;
      const now = Date.now();
      const failing = options.insist ? undefined : keepsFailing(now);
      if (failing !== undefined) throw new AuthError("keeps-failing", undefined, { code: failing });
      countTry(now);
      core.begin();
      try {
        await depart(options);
        core.leave();
      } catch (error) {
        throw failed(error);
      }
    },

    async finish(answer: URL): Promise<string> {
      await started;
      const state = answer.searchParams.get("state");
      const pending = takePending(state);
      if (!pending || state === null) {
        if (core.record()) return landedAt(state) ?? "/";
        throw failed(new AuthError(await unknownAnswer(state)));
      }
      core.begin();
      try {
        const path = await accept(answer, state, pending);
        land(state, path);
        return path;
      } catch (error) {
        throw failed(error, pending.wanted);
      }
    },
  };
}
