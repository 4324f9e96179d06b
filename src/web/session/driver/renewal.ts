import type { BrowserConfig } from "#contract/browser-config.ts";
import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { AuthError } from "../auth-error.ts";
import { configAtHand } from "../config.ts";
import type { RefreshReport } from "../diagnosis.ts";
import type * as OidcProtocol from "../protocol/oidc-protocol.ts";
import type { FailureFacts } from "../port.ts";
import {
  endRecord,
  type Ended,
  patchRecord,
  readStored,
  replaceRecord,
  type SessionRecord,
} from "../storage/record-store.ts";
import type { SessionCore, Why } from "./session-core.ts";
import { mayWorkOffline, type OfflineAllowance } from "../storage/offline-allowance.ts";
import { oneAtATime, type Tabs } from "./tabs.ts";

/** A token with less life than this is refreshed before it is used; of short lives, their last quarter. */
const MIN_VALIDITY_MS = 30_000;
/** Longer than a token's life and this without an answer, the session was not watched: sleep or a weekend. */
const UNWATCHED_MS = 2 * 60_000;
/** A hint is why a session ended when the provider says no this soon after it. */
const HINT_COUNTS_MS = 60_000;
/** Between tries to reach a provider that does not answer. */
const QUIET_MS = { first: 5_000, most: 60_000 } as const;
/** The latest time seen is written this often. */
const SEEN_EVERY_MS = 60_000;

/** Answers to a refresh that end the session; all else is waited out. */
const ENDS: ReadonlySet<SignInFailureCode> = new Set<SignInFailureCode>([
  "ended-or-disabled",
  "expired",
  "not-verified",
  "proof-refused",
]);

const HINTS: ReadonlySet<string> = new Set(["frame", "event"]);

export const isFresh = (record: SessionRecord, margin?: number): boolean =>
  record.expiresAt - Date.now() > (margin ?? Math.min(MIN_VALIDITY_MS, record.lifeMs / 4));

type Because = RefreshReport["because"];

export interface Renewal {
  /** The first check of a page: takes the stored record. Sends nothing. */
  find(): Promise<void>;
  /** One refresh at a time in all tabs; the others take its result. */
  renew(because: Because, gen?: number): Promise<SessionRecord | undefined>;
  /** Checks what the other tabs stored, whether the token still lives, and whether work may go on. */
  look(): Promise<void>;
  /** The session is over, for all tabs. */
  finish(why: SignInFailureCode, facts?: FailureFacts): Promise<void>;
  /** Whether the provider should be left alone for now. */
  isQuiet(): boolean;
  endQuiet(): void;
  lastReport(): RefreshReport | undefined;
}

export interface RenewalParts {
  readonly core: SessionCore;
  readonly tabs: Tabs;
  readonly config: () => Promise<BrowserConfig>;
  readonly protocol: () => Promise<typeof OidcProtocol>;
}

export function makeRenewal({ core, tabs, config, protocol }: RenewalParts): Renewal {
  let flight: Promise<SessionRecord | undefined> | undefined;
  let report: RefreshReport | undefined;
  let hintedAt = 0;
  const quiet = { until: 0, for: QUIET_MS.first as number };

  /** Whether the provider may be left unasked: its last answer is young enough, and the clock believable. */
  async function allowanceOf(record: SessionRecord): Promise<OfflineAllowance> {
    const { offlineHours } = configAtHand() ?? (await config());
    const { at, lastSeen } = record;
    return mayWorkOffline({ lastConfirmedAt: at, lastSeen, now: Date.now(), offlineHours });
  }
  const isAllowed = async (record: SessionRecord) => (await allowanceOf(record)) === "allowed";

  /** Only the provider can say now; until it does, what was shown is locked. */
  function lock(because: OfflineAllowance): void {
    core.end("offline-too-long", because === "clock-back" ? { code: because } : undefined);
  }

  async function wait(record: SessionRecord, why: Why | undefined): Promise<void> {
    const allowance = await allowanceOf(record);
    if (allowance === "allowed") core.wait(record, why);
    else lock(allowance);
  }

  async function finish(why: SignInFailureCode, facts?: FailureFacts, of = core.record()): Promise<void> {
    const isOver = await endRecord({ why, subject: of?.subject ?? "", at: Date.now() }, of);
    if (!isOver) return takeStored();
    tabs.tell({ kind: "ended", why });
    core.end(why, facts);
  }

  /** The record is not there: another tab said why, or somebody cleared the browser's data. */
  function gone(ended: Ended | undefined): void {
    const wasHere = core.state().kind === "signed-in";
    if (wasHere) core.end(ended?.why ?? "storage-cleared", ended?.isOwn === true ? { isOwn: 1 } : undefined);
    else if (core.state().kind === "signing-in" && !core.isOnItsWay())
      core.end(ended?.isOwn === true ? undefined : ended?.why);
  }

  function renew(because: Because, gen = core.record()?.gen): Promise<SessionRecord | undefined> {
    if (HINTS.has(because)) hintedAt = Date.now();
    flight ??= oneAtATime(() => renewLocked(because, gen)).finally(() => {
      flight = undefined;
    });
    return flight;
  }

  async function renewLocked(because: Because, gen: number | undefined) {
    const began = Date.now();
    const note = (result: RefreshReport["result"]) => {
      report = { at: began, tookMs: Date.now() - began, result, because };
    };
    const { record: stored, ended } = await readStored();
    if (!stored) {
      gone(ended);
      return undefined;
    }
    const isAsked = because !== "expiry" && because !== "tick";
    const isGood = isFresh(stored) && (stored.gen !== gen || !isAsked);
    if ((isGood || cannotAsk(stored)) && (await isAllowed(stored))) {
      note("adopted");
      core.live(stored);
      return stored;
    }
    try {
      const next = await ask(stored);
      if (!(await replaceRecord(stored, next))) {
        note("adopted");
        await takeStored();
        return core.record();
      }
      quiet.for = QUIET_MS.first;
      note("ok");
      core.live(next);
      tabs.tell({ kind: "session", subject: next.subject });
      return next;
    } catch (error) {
      const failed = error instanceof AuthError ? error : new AuthError("unreachable", error);
      note(failed.trouble);
      return notRenewed(stored, failed);
    }
  }

  async function ask(stored: SessionRecord): Promise<SessionRecord> {
    const now = await config();
    // The firm changed its provider or what tokens it takes: what was given before is worth nothing there.
    const isOurs = stored.issuer === now.issuer && suits(stored, now);
    if (!isOurs || stored.refreshToken === undefined) throw new AuthError("expired");
    if (!navigator.onLine) throw new AuthError("unreachable");
    return (await protocol()).refresh(now, { ...stored, refreshToken: stored.refreshToken });
  }

  /** Only the provider's own "no" ends a session; whatever else goes wrong is waited out. */
  async function notRenewed(stored: SessionRecord, { trouble, facts }: AuthError) {
    if (ENDS.has(trouble)) {
      const now = Date.now();
      const isUnwatched = now - stored.at > stored.lifeMs + UNWATCHED_MS;
      const isHinted = now - hintedAt < HINT_COUNTS_MS;
      const why = trouble !== "ended-or-disabled" ? trouble : said(isHinted, isUnwatched);
      await finish(why, facts, stored);
      return core.record();
    }
    quiet.until = Date.now() + quiet.for;
    quiet.for = Math.min(quiet.for * 2, QUIET_MS.most);
    // Silence takes seconds: the person may have signed out meanwhile, or somebody else in.
    const { record: now } = await readStored();
    if (now?.gen !== stored.gen || now.since !== stored.since) {
      await takeStored();
      return core.record();
    }
    await wait(now, navigator.onLine ? "busy" : "offline");
    return core.record() && isFresh(stored, 0) ? stored : undefined;
  }

  /** Takes the stored record in place of this page's. Sends nothing. */
  async function takeStored(): Promise<void> {
    const { record: stored, ended } = await readStored();
    if (stored) await admit(stored);
    else gone(ended);
  }

  async function look(): Promise<void> {
    const { record: stored, ended } = await readStored();
    if (!stored) return gone(ended);
    if (!isSame(core.record(), stored)) await admit(stored);
    await remember(stored);
    const state = core.state();
    const isSure = state.kind === "signed-in" && (!state.offline || state.why === "service-starting");
    const isDue = !isSure || !isFresh(stored);
    if (isDue && navigator.onLine && !isQuiet()) await renew(isSure ? "tick" : "wake", stored.gen);
    else await goOnWaiting(stored);
  }

  /** The provider is not asked now: the allowed hours may end, and a first look must come to an end. */
  async function goOnWaiting(stored: SessionRecord): Promise<void> {
    const state = core.state();
    if (state.kind === "signed-in" && state.offline) await wait(stored, state.why);
    if (state.kind === "signing-in" && !core.isOnItsWay()) lock(await allowanceOf(stored));
  }

  /** A record that this page does not hold yet. Never waits for the provider. */
  async function admit(stored: SessionRecord): Promise<void> {
    const allowance = await allowanceOf(stored);
    if (allowance !== "allowed") {
      if (core.state().kind === "signed-in") lock(allowance);
    } else if (isFresh(stored, 0)) core.live(stored);
    else core.wait(stored, navigator.onLine ? undefined : "offline");
  }

  async function remember(stored: SessionRecord): Promise<void> {
    const now = Date.now();
    if (now - stored.lastSeen > SEEN_EVERY_MS) await patchRecord(stored, { lastSeen: now });
  }

  const isQuiet = () => Date.now() < quiet.until;
  return {
    find: takeStored,
    renew,
    look,
    finish,
    isQuiet,
    endQuiet: () => {
      quiet.until = 0;
    },
    lastReport: () => report,
  };
}

/** Without a refresh token the provider cannot be asked; the session then lasts as long as its token. */
const cannotAsk = (stored: SessionRecord): boolean => stored.refreshToken === undefined && isFresh(stored, 0);

const suits = ({ type }: SessionRecord, { dpop }: BrowserConfig): boolean =>
  dpop === "auto" || (dpop === "required") === (type === "dpop");

const isSame = (a: SessionRecord | undefined, b: SessionRecord): boolean =>
  a?.gen === b.gen && a.subject === b.subject && a.since === b.since && String(a.roles) === String(b.roles);

const said = (isHinted: boolean, isUnwatched: boolean): SignInFailureCode => {
  if (isHinted) return "ended-elsewhere";
  return isUnwatched ? "expired" : "ended-or-disabled";
};
