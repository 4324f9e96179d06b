import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openShop } from "#test/support/people/booking.ts";
import type { Actor, Role } from "#kernel/actor.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createServer } from "#main/server.ts";
import type { Server as Product } from "#main/server.ts";
import type { Db } from "#server/db/db.ts";
import type { Job } from "#server/jobs/jobs.ts";
import { START, type World } from "../world.ts";

/** One seed's organisation with its couriers, and the product that serves it through HTTP. */
export interface Organisation {
  readonly orgId: string;
  readonly url: string;
  readonly dispatcher: Actor;
  readonly couriers: ReadonlyMap<string, Actor & { readonly userId: string; readonly courierId: string }>;
  /** Further people by their names. */
  readonly others: ReadonlyMap<string, Actor>;
  /** A job of the product by its name. @throws Error where no room has it */
  job(name: string): Job;
  close(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly dataFolder: string;
  readonly former: ReadonlySet<string>;
  /** Roles of further people, by their names. */
  readonly more?: Readonly<Record<string, Role>>;
}

const nothing = (): void => undefined;

export async function openOrganisation(
  world: Pick<World, "now">,
  { db, dataFolder, former, more = {} }: Parts,
): Promise<Organisation> {
  const orgId = randomUUID();
  await db.owner((tx) =>
    sql`insert into organization (id, kind, name, currency, timezone, created_at)
        values (${orgId}, 'carrier', 'Shifts', 'EUR', 'Europe/Berlin', ${toIso(START)})`.execute(tx),
  );
  await openShop({ db, orgId, now: START });
  const person = async (name: string, role: Role): Promise<Actor> => {
    const [id, courierId] = [randomUUID(), role === "courier" ? randomUUID() : null];
    await db.as({ orgId }, (tx) =>
      sql`insert into person (org_id, id, issuer, subject, name, token_roles, roles, status, vehicle, courier_id,
            created_at)
          values (${orgId}, ${id}, 'test', ${name}, ${name}, ${[role]}, ${[role]}, 'active', ${courierId && "bike"},
            ${courierId}, ${toIso(START)})`.execute(tx),
    );
    return {
      kind: "person",
      orgId,
      userId: id,
      roles: [role],
      name,
      ...(courierId !== null && { courierId }),
    };
  };
  const couriers = new Map<string, Actor & { readonly userId: string; readonly courierId: string }>();
  for (const name of ["ana", "ben"]) {
    const actor = await person(name, "courier");
    const { userId = "", courierId = "" } = actor;
    couriers.set(name, { ...actor, userId, courierId });
  }
  const dispatcher = await person("bo", "dispatcher");
  const others = new Map<string, Actor>();
  for (const [name, role] of Object.entries(more)) others.set(name, await person(name, role));
  const product: Product = await createServer({
    db,
    orgId,
    dataFolder,
    publicUrl: "http://localhost",
    issuerOrigin: undefined,
    clock: world.now,
    log: { info: nothing, warn: nothing, error: nothing },
    trustProxy: [],
    limitFactor: 0,
    runJobs: false,
    plantRoutes: [],
    sessionEnds: { isEnded: () => false, onEnded: nothing, close: () => Promise.resolve() },
    actorOf: async ({ authorization }) => {
      if (authorization === undefined) return { kind: "guest", orgId, roles: [] };
      const name = authorization.replace("Bearer ", "");
      const actor = name === "bo" ? dispatcher : (couriers.get(name) ?? others.get(name));
      if (!actor) throw new Refusal("accounts.signed-out");
      const signIn = { issuer: "test", subject: name, sid: name, issuedAt: START };
      if (!former.has(name)) return { ...actor, signIn };
      const { courierId: _was, ...rest } = actor;
      return { ...rest, roles: [], signIn };
    },
  });
  return {
    orgId,
    url: await product.listen("127.0.0.1", 0),
    dispatcher,
    couriers,
    others,
    job: (name) => {
      const found = product.rooms.find(({ jobs }) => jobs?.jobs[name])?.jobs?.jobs[name];
      if (!found) throw new Error(`no room has the job ${name}`);
      return found;
    },
    close: () => product.close(),
  };
}
