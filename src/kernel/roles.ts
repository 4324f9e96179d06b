import { ROLES, type Role } from "./actor.ts";

/** Places of roles in a provider's token: RFC 6901 pointers; `{clientId}` in them stands for `clientId`. */
export interface RolePaths {
  readonly realmPath: string;
  readonly clientPath: string;
  readonly clientId: string;
}

/** Role of the provider (`realm:driver`, `client:waybill-api:courier`) → roles here. What is absent gives none. */
export type RoleMap = Readonly<Record<string, readonly string[]>>;

/**
 * Reads the roles of verified claims as `realm:<role>` and `client:<clientId>:<role>`. All of them: the size of a token
 * is the only bound, so no role that gives something is lost behind many that give nothing.
 *
 * A value may be a list of texts or one text; anything else counts for nothing. Names are case-sensitive. Roles that did
 * not fit into the token count for nothing, those beside them included.
 */
export function canonicalRoles(claims: unknown, paths: RolePaths): string[] {
  if (hasOverage(claims, paths)) return [];
  const realm = namesAt(claims, paths.realmPath, paths.clientId).map((name) => `realm:${name}`);
  const client = namesAt(claims, paths.clientPath, paths.clientId).map(
    (name) => `client:${paths.clientId}:${name}`,
  );
  return [...new Set([...realm, ...client])];
}

/** Most roles that give nothing, and the longest name among them, in a list for people. */
export const LISTED_ROLES = { count: 200, length: 128 } as const;

export interface ListedRoles {
  readonly listed: readonly string[];
  /** How many are not listed; each gives nothing. */
  readonly left: number;
}

/**
 * The roles to show and to keep, in the token's order: every one that gives something, and of the others at most as
 * many as `LISTED_ROLES` allows. A large directory puts a person into hundreds of groups that mean nothing here.
 */
export function listedRoles(canonical: readonly string[], map: RoleMap): ListedRoles {
  let room: number = LISTED_ROLES.count;
  const listed = canonical.filter((name) => {
    if (productRoles([name], map).length > 0) return true;
    if (name.length > LISTED_ROLES.length || room === 0) return false;
    room -= 1;
    return true;
  });
  return { listed, left: canonical.length - listed.length };
}

/** True when the token sends a link instead of a claim that we read roles from, because it was too long (Entra). */
export function hasOverage(claims: unknown, { realmPath, clientPath }: RolePaths): boolean {
  const left = isRecord(claims) ? claims["_claim_names"] : undefined;
  return (
    isRecord(left) &&
    [realmPath, clientPath].some((path) => Object.hasOwn(left, nameOf(path.split("/")[1] ?? "")))
  );
}

/** The product's roles, in the order of `ROLES`. Deny by default: an unknown role gives nothing. */
export function productRoles(canonical: readonly string[], map: RoleMap): Role[] {
  const given = new Set(canonical.flatMap((name) => (Object.hasOwn(map, name) ? (map[name] ?? []) : [])));
  return ROLES.filter((role) => given.has(role));
}

/** The map of a provider that names the roles of `clientId` as we do. */
export const plainRoleMap = (clientId: string): RoleMap =>
  Object.fromEntries(ROLES.map((role) => [`client:${clientId}:${role}`, [role]]));

function namesAt(claims: unknown, path: string, clientId: string): string[] {
  const found = at(claims, path, clientId);
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  return list.filter((name): name is string => typeof name === "string" && name.length > 0);
}

/** Follows own properties only: a claim named `constructor` or `__proto__` leads nowhere. */
function at(claims: unknown, path: string, clientId: string): unknown {
  const steps = path.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => {
    const name = step === "{clientId}" ? clientId : nameOf(step);
    return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, claims);
}

/** RFC 6901, section 4. */
const nameOf = (step: string) => step.replaceAll("~1", "/").replaceAll("~0", "~");

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
