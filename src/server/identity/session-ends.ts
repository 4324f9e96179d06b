import { sql } from "kysely";
import type { SignIn } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Db, Tx } from "../db/db.ts";
import { markEmitted } from "../db/db.ts";

/** A sign-in that is over although its tokens are not. */
export interface SignInEnd {
  readonly issuer: string;
  /** One session of the provider, or everything that a person had up to `at`. */
  readonly kind: "session" | "person";
  /** The session's `sid`, a mark of its tokens, or the person's `subject`. */
  readonly value: string;
  readonly at: Instant;
  /** From then on it need not be known any more. */
  readonly until: Instant;
}

export interface SessionEnds {
  /** Whether this sign-in was ended. Costs no statement. */
  readonly isEnded: (signIn: SignIn) => boolean;
  /** Told of every end that this process learns of, its own and others'. */
  readonly onEnded: (listener: (end: SignInEnd) => void) => void;
  readonly close: () => Promise<void>;
}

/** Longer than any provider keeps a session: until then refreshed tokens of an ended one are refused too. */
export const END_KEPT_MS = 30 * DAY_MS;

/** Ends of sign-ins by transaction, until it commits. */
const endedIn = new WeakMap<Tx, SignInEnd[]>();

/**
 * Ends one session of the provider: every token of it is refused, whenever it was issued, until the person proves anew
 * who they are. Providers that ask again within a session keep its `sid` and move its `auth_time`.
 */
export const endSession = (
  tx: Tx,
  { issuer, sid, at, until }: { issuer: string; sid: string; at: Instant; until: Instant },
): Promise<void> => end(tx, { issuer, kind: "session", value: sid, at, until });

/**
 * Signs a person out everywhere: tokens issued up to `at` are refused, and those that came before it although a faster
 * clock of the provider names a later moment in them. A new sign-in is welcome.
 */
export const endPerson = (
  tx: Tx,
  { issuer, subject, at, until }: { issuer: string; subject: string; at: Instant; until: Instant },
): Promise<void> => end(tx, withAhead({ issuer, kind: "person", value: subject, at, until }));

/** When the newest token of a person that came from our future was issued, by issuer and subject. */
const issuedAhead = new Map<string, Instant>();
/** About 100 bytes each. */
const MOST_AHEAD = 10_000;

function noteIssued({ issuer, subject, issuedAt }: SignIn, now: Instant): void {
  const key = keyOf(issuer, "person", subject);
  if (issuedAt <= now || issuedAt <= (issuedAhead.get(key) ?? 0)) return;
  if (issuedAhead.size >= MOST_AHEAD) issuedAhead.clear();
  issuedAhead.set(key, issuedAt);
}

function withAhead(end: SignInEnd): SignInEnd {
  const ahead = issuedAhead.get(keyOf(end.issuer, end.kind, end.value)) ?? 0;
  return ahead > end.at ? { ...end, at: ahead } : end;
}

/** Stands before the `sid` of a session whose owner signed out: its tokens are over, the provider's session may live. */
const SIGNED_OUT = "signed-out ";

/** Refuses the tokens that a session had up to `at`. Who signs in within the same session of the provider is welcome. */
export const endTokensOfSession = (
  tx: Tx,
  { issuer, sid, at, until }: { issuer: string; sid: string; at: Instant; until: Instant },
): Promise<void> => end(tx, { issuer, kind: "session", value: SIGNED_OUT + sid, at, until });

/** Stands before the hash of a token whose owner signed out, where the provider names no session. */
const ONE_TOKEN = "token ";

/** Refuses one token. */
export const endToken = (
  tx: Tx,
  { issuer, tokenHash, at, until }: { issuer: string; tokenHash: string; at: Instant; until: Instant },
): Promise<void> => end(tx, { issuer, kind: "session", value: ONE_TOKEN + tokenHash, at, until });

/** The provider's name of an ended session; nothing where it has none, or all of a person's are over. */
export function sidOf({ kind, value }: SignInEnd): string | undefined {
  if (kind === "person" || value.startsWith(ONE_TOKEN)) return undefined;
  return value.startsWith(SIGNED_OUT) ? value.slice(SIGNED_OUT.length) : value;
}

async function end(tx: Tx, ended: SignInEnd): Promise<void> {
  const { issuer, kind, value, at, until } = ended;
  await sql`select end_sign_in(${issuer}, ${kind}, ${value}, ${toIso(at)}, ${toIso(until)})`.execute(tx);
  endedIn.set(tx, [...(endedIn.get(tx) ?? []), ended]);
  markEmitted(tx);
}

/** Whether an end is about this sign-in. Times of issue are whole seconds: the second of the end is over too. */
export function covers(end: SignInEnd, signIn: SignIn): boolean {
  if (end.issuer !== signIn.issuer) return false;
  const isOld = signIn.issuedAt <= end.at;
  if (end.kind === "person") return end.value === signIn.subject && isOld;
  if (end.value.startsWith(ONE_TOKEN)) return end.value === ONE_TOKEN + signIn.tokenHash;
  if (end.value.startsWith(SIGNED_OUT)) return sidOf(end) === signIn.sid && isOld;
  return (
    end.value === signIn.sid && !(signIn.authenticatedAt !== undefined && signIn.authenticatedAt > end.at)
  );
}

/** Other processes' ends are read this often. */
const READ_EVERY_MS = 500;
/** Ends kept in memory; beyond, those go first that are to be forgotten first. About 25 MB. */
const MOST = 100_000;

interface Row {
  mark: string;
  issuer: string | null;
  kind: SignInEnd["kind"];
  value: string;
  at: Instant;
  until: Instant;
}

/** Rows of transactions that had not ended at the last look, and the mark for the next: nothing is missed, however late. */
const NEWS = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as mark, e.issuer, e.kind, e.value,
         e.ended_at as at, e.forget_at as until
  from (select) as one left join oidc.session_end e on e.xid >= $1::xid8
  order by e.forget_at desc limit $2`;

/** Keeps the ends in memory: those of this process from their commit on, those of others within a second. */
export async function openSessionEnds(
  db: Db,
  clock: () => Instant,
  onError: (error: unknown) => void = () => undefined,
  most = MOST,
): Promise<SessionEnds> {
  const kept = new Map<string, SignInEnd>();
  const listeners = new Set<(end: SignInEnd) => void>();
  let mark = "0";

  const keep = (told: SignInEnd): void => {
    // Another process ended it, and the token came to this one.
    const found = withAhead(told);
    const key = keyOf(found.issuer, found.kind, found.value);
    const known = kept.get(key);
    if (found.until <= clock() || (known && known.at >= found.at && known.until >= found.until)) return;
    kept.set(key, found);
    if (kept.size > most) forget(kept, clock(), most);
    for (const listener of listeners) listener(found);
  };
  const read = async (): Promise<void> => {
    const { rows } = await db.pool.query<Row>(NEWS, [mark, most]);
    for (const { issuer, kind, value, at, until } of rows)
      if (issuer !== null) keep({ issuer, kind, value, at, until });
    mark = rows[0]?.mark ?? mark;
  };
  await read();
  db.onEmitted((tx) => endedIn.get(tx)?.forEach(keep));
  let reading: Promise<void> | undefined;
  const timer = setInterval(() => {
    reading ??= read()
      .catch(onError)
      .finally(() => (reading = undefined));
  }, READ_EVERY_MS);
  timer.unref();

  const isKept = (signIn: SignIn, kind: SignInEnd["kind"], value: string | undefined): boolean => {
    const found = value === undefined ? undefined : kept.get(keyOf(signIn.issuer, kind, value));
    return found !== undefined && clock() < found.until && covers(found, signIn);
  };
  return {
    isEnded(signIn) {
      const isOver =
        isKept(signIn, "session", signIn.sid) ||
        isKept(signIn, "session", signIn.sid && SIGNED_OUT + signIn.sid) ||
        isKept(signIn, "session", signIn.tokenHash && ONE_TOKEN + signIn.tokenHash) ||
        isKept(signIn, "person", signIn.subject);
      if (!isOver) noteIssued(signIn, clock());
      return isOver;
    },
    onEnded: (listener) => void listeners.add(listener),
    async close() {
      clearInterval(timer);
      await reading;
    },
  };
}

const keyOf = (issuer: string, kind: string, value: string): string => `${kind} ${issuer} ${value}`;

/** Drops what is over and, where that is not enough, a tenth of the rest: what would be forgotten first. */
function forget(kept: Map<string, SignInEnd>, now: Instant, most: number): void {
  for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
  if (kept.size <= most) return;
  const soonest = [...kept].toSorted(([, a], [, b]) => a.until - b.until).slice(0, Math.ceil(most / 10));
  for (const [key] of soonest) kept.delete(key);
}

/** Forgets in the database what is over. */
export const deleteOldSessionEnds = (db: Db, now: Instant): Promise<void> =>
  db.owner(async (tx) => {
    await sql`delete from oidc.session_end where forget_at < ${toIso(now)}`.execute(tx);
  });
