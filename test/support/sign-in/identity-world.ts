import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { actorFor } from "#features/accounts/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import { signInOf } from "#server/identity/verifier.ts";
import type { Identity } from "#server/identity/verifier.ts";
import { openWorld, send } from "../world.ts";
import type { Answer, CallOptions, World, WorldOptions } from "../world.ts";

export type Claims = Partial<Identity> & Pick<Identity, "subject"> & { readonly emailVerified?: boolean };

/** Calls as whoever the provider's token would name. */
export interface Visitor {
  call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: CallOptions,
  ): Promise<Answer<ReplyOf<E>>>;
}

export interface IdentityWorld {
  readonly world: World;
  /** Somebody with this token; it is issued at the world's present instant unless it says otherwise. */
  visitor(claims: Claims, userAgent?: string): Visitor;
}

/** A world where people come with what a verified token says, through the real first sign-in. */
export async function openIdentityWorld(
  options: Omit<WorldOptions, "actorOf"> & { readonly joinBy?: "roles" | "invitation" } = {},
): Promise<IdentityWorld> {
  const { joinBy = "roles", ...rest } = options;
  let clock = () => 0;
  const world = await openWorld({
    ...rest,
    joinBy,
    actorOf:
      ({ db, orgId, sessionEnds }) =>
      async ({ authorization, userAgent }: Credentials) => {
        if (authorization === undefined) return { kind: "guest", orgId, roles: [] };
        const identity: Identity = JSON.parse(authorization);
        const signIn = signInOf(identity);
        if (sessionEnds.isEnded(signIn)) throw new Refusal("accounts.signed-out", { fault: "ended" });
        const actor = await actorFor({ db, orgId, joinBy }, clock(), { ...identity, userAgent });
        return { ...actor, signIn };
      },
  });
  clock = () => world.now;
  return {
    world,
    visitor: (claims, userAgent) => ({
      call: (endpoint, input, callOptions = {}) => {
        const identity = {
          issuer: "https://id.example",
          clientId: "waybill-web",
          roles: [],
          issuedAt: world.now,
          expiresAt: world.now + 300_000,
          ...claims,
        } satisfies Identity;
        const headers = {
          ...callOptions.headers,
          ...(userAgent !== undefined && { "user-agent": userAgent }),
        };
        return send(world.server, endpoint, input, JSON.stringify(identity), { ...callOptions, headers });
      },
    }),
  };
}
