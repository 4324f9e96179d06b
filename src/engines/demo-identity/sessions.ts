import type { Provider } from "oidc-provider";
import { SESSION_S } from "./options.ts";
import { paramText } from "./request.ts";
import { type Queryable, recordStore } from "./store.ts";

/** A session of somebody at the provider: one browser. */
export interface ProviderSession {
  readonly uid: string;
  /** When the person signed in, in epoch seconds. */
  readonly since: number;
  /** The browser's own description; "" when it is not known. */
  readonly agent: string;
}

export interface ProviderSessions {
  /** Notes which browser a session belongs to. */
  note(uid: string, agent: string): Promise<void>;
  /** Sessions of this person, the newest first. */
  of(subject: string): Promise<ProviderSession[]>;
  /** Whether the session that the app knows by this `sid` is still there. */
  lives(subject: string, sid: string): Promise<boolean>;
  /** Ends one session: its refresh tokens are dead, then the app hears of it. */
  end(subject: string, uid: string): Promise<void>;
  /**
   * Ends every session of this person, and tokens that outlived theirs.
   *
   * @param before moment in epoch milliseconds: who signed in later stays
   */
  endAll(subject: string, before?: number): Promise<void>;
}

interface Stored {
  readonly uid: string;
  readonly accountId: string;
  readonly loginTs?: number;
  readonly authorizations?: Readonly<Record<string, { readonly sid?: string; readonly grantId?: string }>>;
}

/** The library's types leave this method out. */
interface Tells {
  backchannelLogout(subject: string, sid: string | undefined): Promise<void>;
}

const AGENT_LENGTH = 300;

/** @param sendNews sends what the library wants to tell the app */
export function providerSessions(
  provider: Provider,
  pool: Queryable,
  sendNews: () => Promise<void>,
): ProviderSessions {
  const agents = recordStore(pool, "Device");

  const stored = async (subject: string): Promise<Stored[]> => {
    const { rows } = await pool.query(
      `select payload from oidc.record where kind = 'Session' and payload->>'accountId' = $1
       and (expires_at is null or expires_at > now()) order by payload->>'loginTs' desc`,
      [subject],
    );
    return rows.map((row) => row["payload"] as Stored);
  };

  const destroyGrants = (ids: readonly string[]) =>
    pool.query("delete from oidc.record where grant_id = any($1) or (kind = 'Grant' and id = any($1))", [
      ids,
    ]);

  /** First the session and its tokens, then the news: a browser that asks again finds them gone. */
  const end = async (session: Stored): Promise<void> => {
    await pool.query("delete from oidc.record where kind = 'Session' and uid = $1", [session.uid]);
    await agents.destroy(session.uid);
    const clients = Object.entries(session.authorizations ?? {});
    await destroyGrants(clients.flatMap(([, { grantId }]) => grantId ?? []));
    for (const [clientId, { sid }] of clients) {
      const client = (await provider.Client.find(clientId)) as unknown as Tells | undefined;
      await client?.backchannelLogout(session.accountId, sid);
    }
    await sendNews();
  };

  return {
    note: (uid, agent) =>
      agents.upsert(uid, { agent: agent.slice(0, AGENT_LENGTH) }, SESSION_S).then(() => undefined),
    async of(subject) {
      const sessions = await stored(subject);
      return Promise.all(
        sessions.map(async ({ uid, loginTs }) => ({
          uid,
          since: loginTs ?? 0,
          agent: paramText((await agents.find(uid)) ?? undefined, "agent"),
        })),
      );
    },
    async lives(subject, sid) {
      const open = (await stored(subject)).flatMap(({ authorizations }) =>
        Object.values(authorizations ?? {}),
      );
      return open.some((one) => one.sid === sid);
    },
    async end(subject, uid) {
      const session = (await stored(subject)).find((one) => one.uid === uid);
      if (session) await end(session);
    },
    async endAll(subject, before = Date.now()) {
      // The library tells both in whole seconds.
      const second = Math.floor(before / 1000);
      for (const session of await stored(subject)) if ((session.loginTs ?? 0) <= second) await end(session);
      const { rows } = await pool.query(
        `select id from oidc.record where kind = 'Grant' and payload->>'accountId' = $1
         and coalesce((payload->>'iat')::bigint, 0) <= $2`,
        [subject, second],
      );
      await destroyGrants(rows.map((row) => String(row["id"])));
    },
  };
}

/**
 * Calls the app's back-channel address. The library tells before it destroys the session and refuses loopback; so its
 * calls wait here until they are sent on, and go out without its dispatcher.
 */
export function backChannel(logoutUri: string, onError: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = [];
  const tell = async (options: RequestInit | undefined) => {
    const copy: RequestInit & { dispatcher?: unknown } = { ...options };
    delete copy.dispatcher;
    const response = await fetch(logoutUri, copy);
    if (!response.ok) throw new Error(`${logoutUri} answered ${response.status}`);
  };
  return {
    fetch: (url: string | URL | Request, options?: RequestInit): Promise<Response> => {
      if (addressOf(url) !== logoutUri) return fetch(url, options);
      waiting.push(() => tell(options));
      return Promise.resolve(new Response(null, { status: 200 }));
    },
    /** Sends what waits; a failure is told and keeps nobody signed in. */
    async send(): Promise<void> {
      await Promise.all(waiting.splice(0).map((call) => call().catch(onError)));
    },
  };
}

const addressOf = (url: string | URL | Request) => (url instanceof Request ? url.url : url.toString());
