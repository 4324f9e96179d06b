import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { Problem } from "../../api/problem.ts";
import { refusedBy, setApiVerdict } from "./api-verdict.ts";
import { learnClock } from "../clock.ts";
import { proofOf } from "./dpop-proof.ts";
import { ME, membershipIn } from "./membership.ts";
import { dismissNotice, notice } from "../notices.ts";
import type { Hint } from "#web/session/diagnosis.ts";
import {
  isEnded,
  isIdentityBusy,
  isRefused,
  isSetUpFault,
  isTimeFault,
  proofFault,
  refusesToken,
  type Said,
  saidBy,
} from "./refused.ts";
import { isFresh, type Renewal } from "./renewal.ts";
import { patchRecord, type SessionRecord } from "../storage/record-store.ts";
import type { SessionCore } from "./session-core.ts";

/** A refused call asks the provider again only after this when the last time changed nothing. */
const USELESS_MS = 30_000;
/** A token refused as ended so soon after signing in is asked about first: clocks of two servers differ. */
const JUST_SIGNED_IN_MS = 60_000;

const WHO_AM_I = "/api/me";

export interface FetchParts {
  readonly core: SessionCore;
  readonly renewal: Renewal;
  /** Resolves when the stored session was looked for. */
  readonly started: Promise<unknown>;
}

/** A call to our own server with the sign-in on it. No call goes out with a token that is known to be dead. */
export function makeSignedFetch({ core, renewal, started }: FetchParts) {
  let nonce: string | undefined;
  let uselessUntil = 0;

  async function send(record: SessionRecord | undefined, url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (record) headers.set("authorization", `${record.key ? "DPoP" : "Bearer"} ${record.accessToken}`);
    if (record?.key) {
      const { method = "GET" } = init;
      headers.set("dpop", await proofOf(record.key, { method, url, accessToken: record.accessToken, nonce }));
    }
    const response = await fetch(url.pathname + url.search, { ...init, headers });
    learnClock(response.headers.get("date"));
    nonce = response.headers.get("dpop-nonce") ?? nonce;
    return response;
  }

  /** The token to send, refreshed where that is due; nothing for a guest. @throws Problem when there is none that lives */
  async function usable(): Promise<SessionRecord | undefined> {
    const record = core.record();
    if (!record || isFresh(record)) return record;
    const mayAsk = navigator.onLine && !renewal.isQuiet();
    const fresh = mayAsk ? await renewal.renew("expiry", record.gen) : record;
    if (fresh && isFresh(fresh, 0) && isOfOne(fresh, record)) return fresh;
    if (core.record()) throw new Problem(navigator.onLine ? "http.unreachable" : "http.offline");
    return undefined;
  }

  /** A fresh record because a call was refused; nothing when it brings nothing new. */
  async function renewed(record: SessionRecord, because: Hint = "call"): Promise<SessionRecord | undefined> {
    if (core.record()?.gen === record.gen && Date.now() < uselessUntil) return undefined;
    const fresh = await renewal.renew(because, record.gen);
    return fresh && fresh.gen !== record.gen && isOfOne(fresh, record) ? fresh : undefined;
  }

  /** 401: corrects the proof's nonce or time, then the token; what stays refused is returned. */
  async function signedOut(record: SessionRecord, first: Response, again: Again): Promise<Response> {
    let response = first;
    // The nonce and the time were learned from the answer.
    if (record.key && proofFault(response)) response = await again(record);
    if (!refusesToken(response)) return response;
    const said = await saidBy(response);
    if (isEnded(said) && Date.now() - record.since > JUST_SIGNED_IN_MS) {
      const other = await overForWhy(record);
      return other && isOfOne(other, record) ? again(other) : response;
    }
    // Our server's word that the session ended counts as its event does, whichever of the two comes first.
    const fresh = await renewed(record, isEnded(said) ? "event" : "call");
    if (fresh) return answeredAfresh(fresh, await again(fresh));
    uselessUntil = Date.now() + USELESS_MS;
    // A provider that was silent may give a token of the right time with its next answer.
    const isForNow = isTimeFault(said) && record.refreshToken !== undefined;
    return isForNow ? response : refusedFor(record, said, response);
  }

  /** The session is over in any case; a fresh token only shows whether the membership was suspended. */
  async function overForWhy(record: SessionRecord): Promise<SessionRecord | undefined> {
    const fresh = await renewed(record, "event");
    if (fresh?.since === record.since) {
      const asked = await send(fresh, ownUrl(WHO_AM_I), {}).catch(() => undefined);
      if (asked) await outIfSuspended(fresh, await saidBy(asked));
    }
    return overUnlessOther(record);
  }

  /** Our server's answer to a fresh token counts. */
  async function answeredAfresh(record: SessionRecord, response: Response): Promise<Response> {
    if (response.ok) {
      taken();
      return response;
    }
    const said = await saidBy(response);
    await outIfSuspended(record, said);
    if (!refusesToken(response)) return response;
    uselessUntil = Date.now() + USELESS_MS;
    const isProof = proofFault(response) === "invalid_dpop_proof" && !isSetUpFault(said);
    if (isProof) await overUnlessOther(record, "proof-refused");
    else if (isEnded(said)) await overUnlessOther(record);
    return refusedFor(record, said, response);
  }

  /** A token of a living session that our server refuses, a fresh one too: no further call would fare better. */
  function refusedFor(record: SessionRecord, said: Said, response: Response): Response {
    if (!isRefused(said) || core.record()?.since !== record.since) return response;
    const verdict = refusedBy(said.facts["fault"], record.accessToken);
    setApiVerdict(verdict);
    const { fault: code, said: text } = verdict;
    notice("token-refused", {
      ...(code !== undefined && { code }),
      ...(text !== undefined && { said: text }),
    });
    return response;
  }

  function taken(): void {
    setApiVerdict({ isTaken: true });
    dismissNotice("token-refused");
  }

  /** Our server accepts nothing of this sign-in any more. Answers the one that took its place meanwhile, if any. */
  async function overUnlessOther(
    record: SessionRecord,
    why: SignInFailureCode = "ended-elsewhere",
  ): Promise<SessionRecord | undefined> {
    await renewal.look();
    const now = core.record();
    if (now?.since !== record.since) return now;
    await renewal.finish(why);
    return undefined;
  }

  /** 403: the membership is suspended; or roles changed since the token was given: one question, then it is as it is. */
  async function forbidden(record: SessionRecord, response: Response, again: Again): Promise<Response> {
    const said = await saidBy(response);
    await outIfSuspended(record, said);
    if (said.code !== "accounts.forbidden") return response;
    const fresh = await renewed(record);
    if (!fresh) return response;
    const [lost] = record.roles.filter((role) => !fresh.roles.includes(role));
    if (lost !== undefined) notice("role-removed", { role: lost });
    const hasGained = fresh.roles.some((role) => !record.roles.includes(role));
    if (lost === undefined) uselessUntil = Date.now() + USELESS_MS;
    return hasGained ? again(fresh) : response;
  }

  async function outIfSuspended(record: SessionRecord, { code }: Said): Promise<void> {
    if (code === "accounts.suspended") await overUnlessOther(record, "ended-or-disabled");
  }

  function heard(record: SessionRecord, response: Response): void {
    const state = core.state();
    if (!response.ok) return;
    taken();
    if (state.kind === "signed-in" && state.why === "service-starting") core.live(record);
  }

  /** An administrator gave or took a role: the shared record learns it, and with it every tab. */
  async function learnRoles(record: SessionRecord, response: Response): Promise<void> {
    if (!response.ok || record.reading.from !== "membership") return;
    const said = membershipIn(await response.clone().json());
    if (String(said.roles) === String(core.record()?.roles)) return;
    await patchRecord(record, said);
    await renewal.look();
  }

  return async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = ownUrl(input);
    const record = await abortable(
      started.then(() => usable()),
      init.signal,
    );
    const again: Again = (next) => send(next, url, init);
    const response = await send(record, url, init);
    if (!record) return response;
    if (response.status === 401) return signedOut(record, response, again);
    if (response.status === 403) return forbidden(record, response, again);
    if (response.status === 503 && isIdentityBusy(await saidBy(response)))
      core.wait(record, "service-starting");
    heard(record, response);
    if (url.pathname === ME) await learnRoles(record, response);
    return response;
  };
}

type Again = (record: SessionRecord) => Promise<Response>;

/** Whether two records are of one person: a call that one began is never sent as another who signed in meanwhile. */
const isOfOne = (a: SessionRecord, b: SessionRecord): boolean => a.subject === b.subject;

/** @throws TypeError for another origin: the sign-in is for our own server alone */
function ownUrl(input: string): URL {
  const url = new URL(input, location.href);
  if (url.origin !== location.origin) throw new TypeError(`not our own server: ${url.origin}`);
  return url;
}

/** Waits as long as the caller does; the work itself goes on for the others. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
