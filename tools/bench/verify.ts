import { plainRoleMap } from "#kernel/roles.ts";
import { openDb } from "#server/db/db.ts";
import { startTestPostgres } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import { type UseOnce, useOnceIn } from "#server/identity/proof-uses.ts";
import { providerKeySet } from "#server/identity/provider-keyset.ts";
import { createVerifier } from "#server/identity/verifier.ts";
import { newKeys, openKeyServer, proofOf, signed, thumbprint } from "#test/support/sign-in/key-server.ts";
import { quantile } from "./load.ts";

export interface VerifyFigures {
  readonly what: string;
  /** Processor time of this process for one call, median of the rounds. */
  readonly cpuMs: number;
  /** From asking to the answer, median of all calls. */
  readonly p50: number;
}

const URL_OF_US = "https://waybill.example";
const PATH = "/api/me";
/**
 * Cost of checking who calls, for a request, with and without a key: one caller, one call after the other. Kinds take
 * turns, so that all of them see the same machine.
 *
 * @param perRound calls of one kind in a row
 */
export async function benchVerify(perRound: number, rounds: number): Promise<VerifyFigures[]> {
  const postgres = await startTestPostgres();
  await migrate({ connectionString: postgres.url }, "db/migrations");
  const db = openDb({ connectionString: postgres.url });
  const keys = await openKeyServer();
  const [pair, browser] = [await newKeys(), await newKeys()];
  await keys.publish({ one: { pair, alg: "ES256" } });
  const jkt = await thumbprint(browser);
  const nowS = () => Math.floor(Date.now() / 1000);
  const tokenOf = (claims: object = {}): Promise<string> =>
    signed(
      {
        iss: keys.issuer,
        aud: "urn:waybill:api",
        sub: "ada",
        azp: "waybill-web",
        sid: "s1",
        jti: crypto.randomUUID(),
        iat: nowS(),
        exp: nowS() + 300,
        resource_access: { "waybill-api": { roles: ["courier"] } },
        ...claims,
      },
      { typ: "at+jwt", kid: "one" },
      pair.privateKey,
    );
  const verifierWith = (useOnce: UseOnce) =>
    createVerifier({
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
      proofs: { publicUrl: URL_OF_US, required: false, useOnce },
    });
  const plain = verifierWith(() => Promise.resolve(true));
  const shared = verifierWith(useOnceIn(db));

  const bearer = (token: string): Credentials => ({
    authorization: `Bearer ${token}`,
    proofs: [],
    method: "GET",
    path: PATH,
  });
  const proving = async (token: string): Promise<Credentials> => ({
    ...bearer(token),
    authorization: `DPoP ${token}`,
    proofs: [await proofOf(browser, { token, method: "GET", url: URL_OF_US + PATH, nowS: nowS() })],
  });
  const known = await tokenOf();
  const bound = await tokenOf({ cnf: { jkt } });
  const kinds: readonly [string, typeof plain, () => Promise<Credentials>][] = [
    ["a token that is known (bearer)", plain, () => Promise.resolve(bearer(known))],
    ["a token that is new (bearer)", plain, async () => bearer(await tokenOf())],
    ["a known token and its proof (DPoP)", plain, () => proving(bound)],
    ["the same, the proof's use noted in the database", shared, () => proving(bound)],
    ["a new token and its proof (DPoP)", plain, async () => proving(await tokenOf({ cnf: { jkt } }))],
  ];
  const found = kinds.map(([what]) => ({ what, cpu: [] as number[], times: [] as number[] }));
  for (let round = 0; round <= rounds; round += 1)
    for (const [nth, [, verifier, make]] of kinds.entries()) {
      const calls = [];
      for (let call = 0; call < perRound; call += 1) calls.push(await make());
      const { cpuMs, times } = await measured(calls, verifier);
      // The first round warms up.
      if (round > 0) found[nth]?.cpu.push(cpuMs / perRound);
      if (round > 0) found[nth]?.times.push(...times);
    }
  await keys.close();
  await db.close();
  await postgres.stop();
  return found.map(({ what, cpu, times }) => ({
    what,
    cpuMs: quantile(cpu, 0.5),
    p50: quantile(times, 0.5),
  }));
}

async function measured(calls: readonly Credentials[], verify: (call: Credentials) => Promise<unknown>) {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (const call of calls) {
    const began = performance.now();
    await verify(call);
    times.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, times };
}
