import type { Needs } from "#contract/endpoint.ts";
import type { Actor } from "#kernel/actor.ts";
import { scopeOf } from "#kernel/permission.ts";
import type { Scope } from "#kernel/permission.ts";
import { Refusal } from "#kernel/refusal.ts";

/**
 * How far the caller may reach with this call: deny by default.
 *
 * @throws Refusal `accounts.signed-out` without a sign-in, `accounts.not-invited` without a membership,
 * `accounts.forbidden` without the permission
 */
export function access(actor: Actor, needs: Needs): Scope {
  if (needs === "anyone") return scopeOf(actor, "delivery:read") === "org" ? "org" : "own";
  if (actor.newcomer) throw new Refusal("accounts.not-invited");
  if (actor.kind === "guest") throw new Refusal("accounts.signed-out");
  if (needs === "self") return "own";
  const scope = scopeOf(actor, needs);
  if (!scope) throw new Refusal("accounts.forbidden", { needs });
  return scope;
}
