import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { actorFor } from "#features/accounts/server/public.ts";
import type { Role } from "#kernel/actor.ts";
import { plainRoleMap } from "#kernel/roles.ts";
import { createServer } from "#main/server.ts";
import type { ServerParts } from "#main/server.ts";
import { openDb } from "#server/db/db.ts";
import type { Db } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import { providerKeySet } from "#server/identity/provider-keyset.ts";
import { createVerifier, signInOf } from "#server/identity/verifier.ts";
import { prepareJobs } from "#server/jobs/jobs.ts";
import { newKeys, openKeyServer, signed } from "#test/support/sign-in/key-server.ts";

export interface BenchServer {
  readonly url: string;
  readonly db: Db;
  readonly orgId: string;
  /** A person who has signed in before, and a token of theirs. */
  person(role: Role): Promise<string>;
  close(): Promise<void>;
}

/** Claims of an access token for an hour, in the embedded provider's shape: somebody new with this role. */
export function newcomerClaims(issuer: string, role: Role): Readonly<Record<string, unknown>> {
  const nowS = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: "urn:waybill:api",
    sub: randomUUID(),
    azp: "waybill-web",
    sid: randomUUID(),
    jti: randomUUID(),
    iat: nowS,
    exp: nowS + 3_600,
    name: `A ${role}`,
    resource_access: { "waybill-api": { roles: [role] } },
  };
}

const AT_ONCE = 8;

/** So many of something that is made over the wire, eight at a time. */
export async function makeMany<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - made.length) }, make))));
  return made;
}

/**
 * The whole server in this process, on a database of its own, listening on a free port: real tokens, real fences. Only
 * the limits of calls are off, since one address makes them all.
 */
export async function openBenchServer(
  plantRoutes: (db: Db) => readonly RawRoute[] = () => [],
  more: Partial<Pick<ServerParts, "runJobs" | "mail" | "sms">> = {},
): Promise<BenchServer> {
  const postgres = await startTestPostgres();
  await migrate({ connectionString: postgres.url }, "db/migrations");
  const db = openDb({ connectionString: postgres.url });
  await prepareJobs(db.pool);
  const orgId = randomUUID();
  await db.pool.query(
    "insert into organization (id, kind, name, currency, timezone, created_at) values ($1, 'carrier', 'Bench', 'EUR', 'Europe/Berlin', now())",
    [orgId],
  );
  const keys = await openKeyServer();
  const pair = await newKeys();
  await keys.publish({ one: { pair, alg: "ES256" } });
  const verify = createVerifier({
    issuer: keys.issuer,
    audience: "urn:waybill:api",
    clients: ["waybill-web"],
    tokenTypes: ["at+jwt"],
    rolePaths: {
      realmPath: "/realm_access/roles",
      clientPath: "/resource_access/{clientId}/roles",
      clientId: "waybill-api",
    },
    roleMap: plainRoleMap("waybill-api"),
    keySet: providerKeySet(keys.issuer, Date.now),
    clock: Date.now,
  });
  const actorOf = async (credentials: Credentials) => {
    if (credentials.authorization === undefined) return { kind: "guest" as const, orgId, roles: [] };
    const identity = await verify(credentials);
    return { ...(await actorFor({ db, orgId }, Date.now(), identity)), signIn: signInOf(identity) };
  };
  const nothing = () => undefined;
  const server = await createServer({
    db,
    orgId,
    dataFolder: tmpdir(),
    publicUrl: "http://localhost",
    issuerOrigin: undefined,
    clock: Date.now,
    log: {
      info: nothing,
      warn: nothing,
      error: (facts, what) => process.stderr.write(`${what} ${JSON.stringify(facts)}\n`),
    },
    trustProxy: [],
    limitFactor: 0,
    runJobs: false,
    ...more,
    plantRoutes: plantRoutes(db),
    sessionEnds: { isEnded: () => false, onEnded: nothing, close: () => Promise.resolve() },
    actorOf,
  });
  return {
    url: await server.listen("127.0.0.1", 0),
    db,
    orgId,
    async person(role) {
      const token = await signed(
        newcomerClaims(keys.issuer, role),
        { typ: "at+jwt", kid: "one" },
        pair.privateKey,
      );
      await actorOf({ authorization: `Bearer ${token}`, proofs: [], method: "GET", path: "/api/me" });
      return token;
    },
    async close() {
      await server.close();
      await keys.close();
      await db.close();
      await postgres.stop();
    },
  };
}
