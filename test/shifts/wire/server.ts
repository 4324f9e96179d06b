import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { HEADERS } from "#contract/endpoint.ts";
import { readDelivery, runCommand } from "#features/deliveries/server/public.ts";
import type { DeliveryCommand } from "#features/deliveries/domain/command.ts";
import type { Answer, Part, SyncAnswer, SyncCall } from "#kernel/outbox/ports.ts";
import { toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { givePin, pinOf } from "#features/proofs/server/public.ts";
import { first, json, type Tx } from "#server/db/db.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { CASH_SHARE, CASH_STOPS } from "../hands/cash.ts";
import { noteWrong, PIN_NEEDS, PIN_SHARE } from "../hands/pins.ts";
import type { Orders } from "../office.ts";
import type { Day } from "../phone-store.ts";
import type { TrueFix } from "../positions.ts";
import { emptyData } from "../server-db.ts";
import type { Server } from "../server.ts";
import { compareHeld, compareSent, compareVerdict, type Truth } from "../truth.ts";
import type { World } from "../world.ts";
import type { WireDatabase } from "./database.ts";
import type { Organisation } from "./organisation.ts";
import { oweCash, reprice } from "./cash.ts";
import { decideAlone, tellAlone, tellInHand } from "./decide-alone.ts";
import { readData } from "./read-data.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  readonly database: WireDatabase;
  readonly org: Organisation;
  readonly former: Set<string>;
}

interface Heard {
  readonly status: number;
  readonly said: { readonly code?: string; readonly facts?: { readonly epoch?: string } };
}

/** Calls during which the server's connections to the database are cut. */
const CUT_SHARE = 0.02;
const CUT_WITHIN_MS = 15;

const TRIES = 5;

/** Does the simulation's own work with the database once more where a busy machine lost its connection. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await sleep(500);
    }
  }
}

/** An answer that is no success, as the phone's transport reads it; a call that the server cannot read at all is a fault. */
function refusalOf(world: World, { status, said }: Heard): Exclude<Answer<never>, { kind: "ok" }> {
  const { code = "", facts } = said;
  if (code === "courier.epoch-changed") return { kind: "epoch", epoch: facts?.epoch ?? "" };
  if (status === 401 || status === 403) return { kind: "signed-out" };
  if (status === 413) return { kind: "too-large" };
  if (!code.startsWith("http.")) return { kind: "refused", code, isBroken: code === "courier.proof-broken" };
  if (status < 500) world.broke(11, `the server answered ${status} ${code}`);
  return { kind: "busy" };
}

/** The product on PostgreSQL, called through HTTP as a phone calls it. */
export function makeWireServer(parts: Parts): Server {
  const { world, truth, database, org, former } = parts;
  const { db } = database;
  const bugs = new Set<string>();

  /** @returns nothing where the connection ended before the answer */
  async function ask(user: string, path: string, init: RequestInit): Promise<Heard | undefined> {
    const isCut = world.isFaulty() && world.dice.chance(CUT_SHARE);
    const cutAfter = world.dice.between(0, CUT_WITHIN_MS);
    const cut = isCut ? sleep(cutAfter).then(() => database.cut()) : Promise.resolve();
    const response = await fetch(`${org.url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${user}`,
        [HEADERS.idempotencyKey]: randomUUID(),
        ...(typeof init.body === "string" && { "content-type": "application/json" }),
        ...(typeof init.body === "object" && { "content-type": "application/octet-stream" }),
      },
    });
    const heard = { status: response.status, said: await response.json() };
    await cut;
    if (isCut) world.say(`the database was cut off during a call of ${user}: ${heard.status}`);
    // A process that is killed answers nobody, whatever it had done by then.
    return isCut ? undefined : heard;
  }

  async function call<T>(
    user: string,
    path: string,
    init: RequestInit,
    read: (said: unknown) => T,
  ): Promise<Answer<T>> {
    if (server.isDown) return { kind: "busy" };
    const heard = await world.during(ask(user, path, init));
    if (!heard) return { kind: "no-network" };
    return heard.status === 200 ? { kind: "ok", value: read(heard.said) } : refusalOf(world, heard);
  }

  async function sync(user: string, sent: SyncCall): Promise<Answer<SyncAnswer<Day>>> {
    for (const command of sent.commands) compareSent(world, truth, command, user);
    const held = { user, causes: new Set(bugs) };
    const waiting = { ...sent.waiting, positions: 0 };
    const body = JSON.stringify({ ...sent, waiting, protocol: 1, build: "shifts" });
    // Safe: the server's own schema wrote it.
    const answer = await call(
      user,
      "/api/courier/sync",
      { method: "POST", body },
      (said) => said as SyncAnswer<Day>,
    );
    if (answer.kind !== "ok") return answer;
    const { results, epoch } = answer.value;
    compareHeld(world, truth, results, held);
    for (const { id, verdict } of results) compareVerdict(world, truth, `${epoch} ${user} ${id}`, verdict);
    return answer;
  }

  const upload = (user: string, { file, offset, bytes }: Part) => {
    const { deliveryId, taskId, kind, sha256, bytes: total } = file;
    const query = new URLSearchParams({
      deliveryId,
      taskId,
      kind,
      sha256,
      total: `${total}`,
      offset: `${offset}`,
    });
    const init = { method: "PUT", body: new Blob([bytes.slice()]) };
    return call(
      user,
      `/api/courier/proofs/${file.id}?${query}`,
      init,
      // Safe: the route's own answer.
      (said) => said as { readonly next: number; readonly complete: boolean },
    );
  };

  const positions = (user: string, fixes: readonly TrueFix[]): Promise<Answer<null>> => {
    const rest = { speedMps: null, headingDeg: null };
    const sent = fixes.map(({ at, point, accuracyM }) => ({ at: toIso(at), point, accuracyM, ...rest }));
    const body = JSON.stringify({ positions: sent });
    return call(user, "/api/courier/positions", { method: "POST", body }, () => null);
  };

  const checkPin = async (user: string, deliveryId: string, pin: string): Promise<Answer<null>> => {
    const init = { method: "POST", body: JSON.stringify({ pin }) };
    const answer = await call(user, `/api/deliveries/${deliveryId}/pin-checks`, init, () => null);
    if (answer.kind === "refused" && answer.code === "proofs.pin-wrong") noteWrong(world, truth, deliveryId);
    return answer;
  };

  const ids: string[] = [];
  const who = () => ({ actor: org.dispatcher, scope: "org", now: world.now() }) as const;
  const courierIdOf = (name: string): string => org.couriers.get(name)?.courierId ?? "";
  const named = (command: DeliveryCommand): DeliveryCommand =>
    command.type === "assign" ? { ...command, courierId: courierIdOf(command.courierId) } : command;
  /** Does something for the office, unless a planted bug or a cut connection stops it. */
  const inOffice = async (work: (tx: Tx) => Promise<unknown>): Promise<void> => {
    try {
      await world.during(db.as(org.dispatcher, work));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      world.say(`the office's call failed: ${String(error)}`);
    }
  };
  const orders: Orders = {
    ids: () => ids,
    deliveryOf: (id) =>
      world.during(db.as(org.dispatcher, (tx) => readDelivery(tx, id)).catch(() => undefined)),
    run: async (id, command) => {
      const given = { deliveryId: id, command: named(command) };
      await inOffice((tx) => runCommand(tx, who(), given));
    },
    book: async () => {
      const office = { db, orgId: org.orgId, now: world.now() };
      const [booked] = await world.during(again(() => bookMany(office, 1)));
      const id = booked?.id ?? "";
      if (world.dice.chance(PIN_SHARE)) await world.during(again(() => askForPin(id)));
      const at = world.dice.chance(CASH_SHARE) ? world.dice.pick(CASH_STOPS) : undefined;
      if (at)
        await world.during(again(() => db.as({ orgId: org.orgId }, (tx) => oweCash(tx, who(), id, at))));
      ids.push(id);
      return id;
    },
    reprice: (id, minor) => inOffice((tx) => reprice(tx, who(), id, minor)),
    readdress: async (id) => {
      const detail = `floor ${world.now()}`;
      await inOffice((tx) =>
        sql`update delivery set dropoff = jsonb_set(dropoff, '{detail}', to_jsonb(${detail}::text))
            where org_id = app_org() and id = ${id}`.execute(tx),
      );
    },
  };

  async function askForPin(id: string): Promise<void> {
    const pin = await db.as({ orgId: org.orgId }, async (tx) => {
      await sql`update delivery set proof_needs = ${json(PIN_NEEDS)} where org_id = app_org() and id = ${id}`.execute(
        tx,
      );
      await givePin(tx, id, PIN_NEEDS);
      return first(tx, sql<{ pin: string }>`select ${pinOf(sql`${id}::uuid`)} as pin`);
    });
    truth.pins.set(id, pin?.pin ?? "");
  }

  const server: Server = {
    data: emptyData(),
    isDown: false,
    isUpgraded: false,
    readsNewer: false,
    former,
    orders,
    sync,
    upload,
    positions,
    checkPin,
    backUp: () => world.during(database.backUp(org.orgId)),
    restore: async () => {
      world.say("the server was restored from its backup");
      await world.during(database.restore(org.orgId, world.has("restore-reoffer")));
      truth.wrongPins.clear();
      await server.refresh();
    },
    refresh: async () => {
      server.data = await world.during(again(() => readData({ world, truth, db, org })));
    },
    setBug: async (id, isOn) => {
      if (isOn) bugs.add(id);
      else bugs.delete(id);
      await world.during(database.setBug(id, isOn));
    },
    clearBugs: async () => {
      bugs.clear();
      await world.during(database.clearBugs());
    },
    tellAlone: () => world.during(again(() => tellAlone(parts))),
    decideAlone: (half, isForTaker) => world.during(decideAlone(parts, half, isForTaker)),
    tellInHand: (one, bringTo) => world.during(tellInHand(parts, one, bringTo)),
  };
  return server;
}
