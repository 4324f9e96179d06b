import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { ME, type Membership, membershipIn } from "../driver/membership.ts";
import type { SessionRecord } from "../storage/record-store.ts";
import { optionsOf, proofsOf, withNonce } from "./request.ts";

/**
 * Roles of the membership, where people join by invitation, whatever a token names. Without our server's answer
 * those known before stay; without any, there is none.
 */
export async function withMembership(
  config: BrowserConfig,
  record: SessionRecord,
  old?: SessionRecord,
): Promise<SessionRecord> {
  if (config.joinBy !== "invitation") return record;
  const known = old?.reading.from === "membership" ? old : membershipIn(undefined);
  const { roles, reading } = (await readMembership(config, record)) ?? known;
  return { ...record, roles, reading };
}

/** Nothing when our server did not say; its "no member here" gives no role. */
async function readMembership(config: BrowserConfig, record: SessionRecord): Promise<Membership | undefined> {
  try {
    const response = await askForMe(config, record);
    if (response.ok) return membershipIn(await response.json());
    return response.status === 403 ? membershipIn(undefined) : undefined;
  } catch {
    return undefined;
  }
}

const askForMe = (config: BrowserConfig, { accessToken, key }: SessionRecord): Promise<Response> =>
  withNonce(() =>
    oauth.protectedResourceRequest(accessToken, "GET", new URL(ME, location.origin), undefined, undefined, {
      ...optionsOf(config),
      ...proofsOf(config, key),
      // Our own server, whichever scheme this page came over.
      [oauth.allowInsecureRequests]: true,
    }),
  );
