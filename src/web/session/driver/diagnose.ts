import { apiVerdict } from "./api-verdict.ts";
import { checkReport } from "./check-report.ts";
import { knownSkewS } from "../clock.ts";
import { configAtHand } from "../config.ts";
import { storageKind } from "../storage/database.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { claimsOf } from "./jwt.ts";
import type { knownProvider } from "../protocol/oidc-protocol.ts";
import { offlineUntil } from "../storage/offline-allowance.ts";
import type { PhaseKeeper } from "../phase.ts";
import type { SessionRecord } from "../storage/record-store.ts";
import type { Renewal, RenewalParts } from "./renewal.ts";

/** Collects the facts of the session that support needs. Neither token nor key is among them. */
export async function diagnose(
  { core, config, protocol }: RenewalParts,
  renewal: Renewal,
  phase: PhaseKeeper,
): Promise<Diagnosis> {
  const settings = await config().catch(() => configAtHand());
  const record = core.record();
  const provider = await protocol();
  if (settings) await provider.discover(settings).catch(() => undefined);
  return {
    issuer: settings?.issuer,
    clientId: settings?.clientId,
    phase: phase.now(),
    check: checkReport(),
    refresh: renewal.lastReport(),
    clockOffsetS: knownSkewS(),
    api: record && apiVerdict(),
    storage: storageKind(),
    session: record && sessionFacts(record, settings?.offlineHours ?? 0),
    provider: providerFacts(provider.knownProvider(), provider.blockedEndpoints()),
    roles: record?.reading ?? { from: undefined, reasons: [], tooMany: false },
  };
}

const sessionFacts = (record: SessionRecord, offlineHours: number): Diagnosis["session"] => ({
  tokenKind: record.type,
  tokenForm: claimsOf(record.accessToken) === undefined ? "opaque" : "jwt",
  expiresAt: record.expiresAt,
  canRefresh: record.refreshToken !== undefined,
  generation: record.gen,
  confirmedAt: record.at,
  lastSeen: record.lastSeen,
  offlineUntil: offlineUntil({ lastConfirmedAt: record.at, offlineHours }),
});

type Known = ReturnType<typeof knownProvider>;

function providerFacts(known: Known, blocked: readonly string[]): Diagnosis["provider"] {
  if (!known) return undefined;
  const { server, readAt, isStored } = known;
  return {
    readAt,
    isStored,
    endsSessions: server.end_session_endpoint !== undefined,
    revokes: server.revocation_endpoint !== undefined,
    hasUserinfo: server.userinfo_endpoint !== undefined,
    hasSessionFrame: typeof server["check_session_iframe"] === "string",
    namesIssuer: server.authorization_response_iss_parameter_supported === true,
    blocked,
    dpopAlgorithms: server.dpop_signing_alg_values_supported ?? [],
  };
}
