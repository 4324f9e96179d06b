import { MINUTE_MS, type Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import type { Health, Outcome, PaymentProvider } from "../base/gateway.ts";
import { gateOf, keepAccount, stopGate, type Gate } from "./gate-row.ts";

interface GuardParts {
  readonly db: Db;
  readonly orgId: string;
  readonly clock: () => Instant;
  readonly log: Log;
}

/** A key of another account than the one that our payments are in. */
export const OTHER_ACCOUNT = "other-account";
/** Test money where it was real, or the other way about. */
export const OTHER_MODE = "livemode_mismatch";
/** The key is good, and may not be the one that is meant: a person says so. */
export const isOtherAccount = (code: string): boolean => code === OTHER_ACCOUNT || code === OTHER_MODE;
/** Asked again after this long where nobody answered whose account it is. */
const ASK_AGAIN_MS = MINUTE_MS;

/**
 * A provider behind a gate: once it refuses our key no call is made until it accepts it again, and where the key
 * is of another account or mode, until a person opens it. The gate is a row: it stays shut over restarts, for
 * every process. A good key without the right to one call shuts nothing. The account is read before the first call
 * of a process.
 */
export function guarded(provider: PaymentProvider, parts: GuardParts): PaymentProvider {
  const { db, orgId, clock, log } = parts;
  const { id } = provider;
  const shut = async (code: string, met: string | null = null): Promise<void> => {
    log.error(
      { provider: id, code },
      "no more calls go out to the payment provider until it takes our key again, or somebody opens its gate",
    );
    await db.as({ orgId }, (tx) => stopGate({ tx, now: clock() }, id, code, met));
  };
  let isKnown = false;
  let askAt = 0;
  let meeting: Promise<void> | undefined;
  /** Calls that come at once wait for the one answer. */
  const meet = (): Promise<void> => {
    if (isKnown || (!meeting && clock() < askAt)) return Promise.resolve();
    meeting ??= meetOnce().finally(() => (meeting = undefined));
    return meeting;
  };
  const meetOnce = async (): Promise<void> => {
    askAt = clock() + ASK_AGAIN_MS;
    const met = await provider.health();
    const refusal = refusalOf(met);
    if (refusal !== undefined) return shut(refusal);
    if (met.kind !== "ok") return;
    const gate = await db.as({ orgId }, async (tx) => {
      const known = await gateOf(tx, id, clock());
      await keepAccount(tx, id, met.value);
      return known;
    });
    const wrong = gate.stoppedAt === null ? whatIsOther(gate, met.value) : undefined;
    if (wrong !== undefined) await shut(wrong, met.value.account);
    isKnown = true;
  };
  const look = async (): Promise<Gate> => {
    await meet();
    return db.as({ orgId }, (tx) => gateOf(tx, id, clock()));
  };
  /** Reads are let through while both books are compared. */
  const ask = async <T>(isMoving: boolean, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const gate = await look();
    if (gate.stoppedAt !== null) return { kind: "misconfigured", code: gate.stopCode ?? "" };
    if (isMoving && gate.frozenAt !== null) return { kind: "throttled", retryAfterMs: MINUTE_MS };
    const outcome = await call();
    const refusal = refusalOf(outcome);
    if (refusal !== undefined) await shut(refusal);
    else if (outcome.kind === "misconfigured") log.error({ provider: id, code: outcome.code }, LACKS_RIGHT);
    return outcome;
  };
  const { lists } = provider;
  return {
    ...provider,
    openIntent: (order) => ask(true, () => provider.openIntent(order)),
    getIntent: (ref) => ask(false, () => provider.getIntent(ref)),
    findIntents: (paymentId) => ask(false, () => provider.findIntents(paymentId)),
    capture: (order) => ask(true, () => provider.capture(order)),
    // A cancellation is of intents without a payment; a release that was decided waits as an operation.
    cancel: (order) => ask(false, () => provider.cancel(order)),
    refund: (order) => ask(true, () => provider.refund(order)),
    lists: { ...lists, events: (window) => ask(false, () => lists.events(window)) },
    listRefunds: (ref) => ask(false, () => provider.listRefunds(ref)),
    listDisputes: (ref) => ask(false, () => provider.listDisputes(ref)),
  };
}

const LACKS_RIGHT = "our key may not make this call to the payment provider; all others go on";

/** Why our key is refused altogether. A right that it lacks is another matter: what needs that fails by itself. */
const refusalOf = (outcome: Outcome<unknown>): string | undefined =>
  outcome.kind === "misconfigured" && outcome.lacksRight !== true ? outcome.code : undefined;

/** Difference from the account and mode in which our payments began. */
export function whatIsOther(known: Pick<Gate, "account" | "isLive">, met: Health): string | undefined {
  if (known.isLive !== null && known.isLive !== met.isLive) return OTHER_MODE;
  const isOther = known.account !== null && met.account !== null && known.account !== met.account;
  return isOther ? OTHER_ACCOUNT : undefined;
}
