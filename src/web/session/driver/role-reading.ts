import type { BrowserConfig } from "#contract/browser-config.ts";
import type { Role } from "#kernel/actor.ts";
import { type RolePaths, canonicalRoles, hasOverage, listedRoles, productRoles } from "#kernel/roles.ts";
import type { RoleReason } from "../diagnosis.ts";

/** Source of the roles, and the role here for each of the provider's roles. */
export interface RoleReading {
  readonly from: "access-token" | "id-token" | "userinfo" | "membership" | undefined;
  readonly reasons: readonly RoleReason[];
  readonly tooMany: boolean;
  /** How many further roles, which give nothing, are not among the reasons. */
  readonly left?: number;
}

/** Claims that may name roles, best first; an access token that is no JWT is absent. */
export interface RoleSources {
  readonly accessToken?: unknown;
  readonly idToken?: unknown;
  readonly userinfo?: unknown;
}

/** Whether userinfo may name roles that nothing better names. */
export const mayBeInUserinfo = ({ from, reasons }: RoleReading): boolean =>
  reasons.length === 0 && from !== "access-token" && from !== "membership";

const NONE: RoleReading = { from: undefined, reasons: [], tooMany: false };

/**
 * Reads the roles that decide what is shown; the server decides by the verified token.
 *
 * A readable access token counts alone. Where it is opaque, the ID token counts, and userinfo where that names none.
 */
export function readRoles(
  config: BrowserConfig,
  sources: RoleSources,
): { readonly roles: readonly Role[]; readonly reading: RoleReading } {
  const read = (from: NonNullable<RoleReading["from"]>, claims: unknown): RoleReading => {
    const { listed, left } = listedRoles(canonicalRoles(claims, pathsOf(config)), config.roleMap);
    return {
      from,
      reasons: listed.map((canonical) => ({ canonical, gives: productRoles([canonical], config.roleMap) })),
      tooMany: hasOverage(claims, pathsOf(config)),
      ...(left > 0 && { left }),
    };
  };
  const reading = (() => {
    if (sources.accessToken !== undefined) return read("access-token", sources.accessToken);
    const byIdToken = sources.idToken === undefined ? NONE : read("id-token", sources.idToken);
    if (byIdToken.reasons.length > 0 || sources.userinfo === undefined) return byIdToken;
    return read("userinfo", sources.userinfo);
  })();
  const names = reading.reasons.map(({ canonical }) => canonical);
  return { roles: productRoles(names, config.roleMap), reading };
}

const pathsOf = (config: BrowserConfig): RolePaths => ({
  realmPath: config.rolesRealmPath,
  clientPath: config.rolesClientPath,
  clientId: config.rolesClient,
});
