import * as oauth from "oauth4webapi";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { textClaim } from "../driver/jwt.ts";
import type { SessionRecord } from "../storage/record-store.ts";
import { mayBeInUserinfo, readRoles } from "../driver/role-reading.ts";
import { discover } from "./discovery.ts";
import { nameIn } from "./identity.ts";
import { clientOf, optionsOf, proofsOf, withNonce } from "./request.ts";

export type Profile = Partial<Pick<SessionRecord, "name" | "email" | "picture" | "roles" | "reading">>;

/**
 * Reads the provider's profile of the person. Optional: after any fault it is empty and nothing breaks. An answer
 * about somebody else counts as none.
 */
export async function readProfile(config: BrowserConfig, record: SessionRecord): Promise<Profile> {
  try {
    const claims = await userinfo(config, record);
    if (!claims) return {};
    const [name, email, picture] = [nameIn(claims), textClaim(claims, "email"), pictureIn(claims)];
    return {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(picture !== undefined && { picture }),
      ...(mayBeInUserinfo(record.reading) && readRoles(config, { userinfo: claims })),
    };
  } catch {
    return {};
  }
}

async function userinfo(
  config: BrowserConfig,
  record: SessionRecord,
): Promise<oauth.UserInfoResponse | undefined> {
  const server = await discover(config);
  if (server.userinfo_endpoint === undefined) return undefined;
  const client = clientOf(config);
  return withNonce(async () => {
    const options = { ...optionsOf(config), ...proofsOf(config, record.key) };
    const response = await oauth.userInfoRequest(server, client, record.accessToken, options);
    return oauth.processUserInfoResponse(server, client, record.subject, response);
  });
}

/** Longest picture that is carried in the claim itself, in characters: it lies in the session's record. */
const CARRIED_MAX = 64_000;

/** An address over https, a loopback one as in the demo, or the picture itself. The page shows what its policy allows. */
export function pictureIn(claims: unknown): string | undefined {
  const text = textClaim(claims, "picture");
  if (text === undefined || !URL.canParse(text)) return undefined;
  if (text.startsWith("data:image/")) return text.length <= CARRIED_MAX ? text : undefined;
  const { protocol, hostname } = new URL(text);
  const isFine = protocol === "https:" || (protocol === "http:" && hostname === "localhost");
  return isFine ? text : undefined;
}
