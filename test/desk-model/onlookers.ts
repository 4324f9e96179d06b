import { randomUUID } from "node:crypto";
import { courierApi } from "#features/courier/contract/api.ts";
import { RECIPIENT_POSITION_MS } from "#features/courier/domain/limits.ts";
import { couriersOnDuty } from "#features/courier/server/public.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { isPending } from "#features/deliveries/domain/delivery.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { planOfToday } from "#features/dispatch/server/public.ts";
import { findApi } from "#features/find/contract/api.ts";
import { predictRoute } from "#features/times/server/predict-route.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { type Endpoint, HEADERS, type InputOf, type ReplyOf } from "#contract/endpoint.ts";
import { fromIso, HOUR_MS, type Instant, toIso } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import { callWire } from "#test/support/processes/product.ts";
import type { Organisation } from "../shifts/wire/organisation.ts";
import { COURIERS, type State, TODAY } from "./deed.ts";
import type { World } from "./world.ts";

/** A delivery by its number, with the token of its recipient's link. */
export interface Followed {
  readonly id: string;
  readonly number: string;
  readonly token: string;
}

interface Parts {
  readonly world: World;
  readonly db: Db;
  readonly org: Organisation;
  /** Another company in the same database. */
  readonly stranger: Organisation;
  readonly followed: ReadonlyMap<string, Followed>;
}

/** People beside the day: recipients with their links, another company, and whoever has no right to a call. */
export interface Onlookers {
  /** Puts both couriers on duty where they are, so that a recipient may see one. */
  begin(): Promise<void>;
  /** Lets one of them look, or try. @returns nothing; what may not be is noted by its invariant */
  look(state: State): Promise<void>;
}

const codeOf = (error: unknown): string => /: \d+ (\S*)$/.exec(String(error))?.[1] ?? String(error);

export function makeOnlookers({ world, db, org, stranger, followed }: Parts): Onlookers {
  const { dice } = world;
  /** Answers of the other company's own pages when nothing had happened yet. */
  const first = new Map<string, string>();
  /** When the couriers said where they are. */
  let placedAt: Instant = world.now();

  /** Reads as a client does: a field that the contract does not name is a fault (37). */
  async function read<E extends Endpoint>(
    url: string,
    endpoint: E,
    { input, ...as }: { input: InputOf<E>; token?: string; headers?: Readonly<Record<string, string>> },
  ): Promise<ReplyOf<E>> {
    const reply = await callWire(url, endpoint, input, as);
    if (!endpoint.reply.safeParse(reply).success) world.broke(37, `${endpoint.id} answers what it may not`);
    return reply;
  }

  /**
   * A link shows its own delivery and no other, and the courier only to whom they come next (38), or who is at most 15
   * minutes away by a position that is not old.
   */
  async function recipientLooks(state: State, { id, number, token }: Followed): Promise<void> {
    const headers = { [HEADERS.trackingToken]: token };
    const view = await read(org.url, trackingApi.track, { input: {}, headers });
    if (view.number !== number) world.broke(38, "a link shows another delivery");
    const said = JSON.stringify(view);
    for (const other of followed.values())
      if (said.includes(other.id) || (other.id !== id && said.includes(other.number)))
        world.broke(38, "a link names another delivery");
    if (view.courier) seesCourier(state, id, view.courier.firstName);
  }

  function seesCourier(state: State, id: string, firstName: string): void {
    const delivery = state.deliveries.get(id);
    const task = delivery?.tasks.find((one) => one.kind === "deliver" && isPending(one));
    const name = COURIERS.find((one) => org.couriers.get(one)?.courierId === task?.courierId);
    if (delivery?.custody !== "courier" || name !== firstName)
      world.broke(38, "a recipient sees a courier who does not bring the parcels");
    const [next] = comingStops(state, task?.courierId ?? "");
    const mayBeNear = world.now() - placedAt <= RECIPIENT_POSITION_MS;
    if (task?.state === "assigned" && next !== task.id && !mayBeNear)
      world.broke(38, "a recipient sees a courier who goes elsewhere first");
  }

  /** Another company reads the same as before the day began (35). */
  async function strangerLooks({ id, number }: Followed): Promise<void> {
    const token = "bo";
    const { url } = stranger;
    const pages = {
      board: () => read(url, dispatchApi.readBoard, { input: { date: TODAY }, token }),
      list: () =>
        read(url, deliveriesApi.listDeliveries, { input: { sort: "created", order: "desc" }, token }),
      counts: () => read(url, deliveriesApi.countStates, { input: {}, token }),
    };
    for (const [name, page] of Object.entries(pages)) {
      const said = JSON.stringify(await page());
      if (said !== (first.get(name) ?? said)) world.broke(35, `${name} of another company changed`);
      first.set(name, said);
    }
    const found = JSON.stringify(await read(url, findApi.find, { input: { q: number }, token }));
    if (found.includes(id)) world.broke(35, "another company finds a delivery");
    const code = await callWire(url, deliveriesApi.readDelivery, { id }, { token }).then(() => "", codeOf);
    if (code !== "deliveries.not-found") world.broke(35, `another company reads a delivery: ${code}`);
  }

  /** Calls without a right, of another company, or with a field that is not known are refused (35, 36, 37). */
  async function tries({ id }: Followed): Promise<void> {
    const head = { commandId: randomUUID(), occurredAt: toIso(world.now()), date: TODAY, seen: [] };
    const edit = { ...head, type: "unassign" as const, deliveryIds: [id] };
    const call = (url: string, token: string, more: object = {}): Promise<string> =>
      callWire(url, dispatchApi.editPlan, { edit: { ...edit, ...more } }, { token }).then(
        () => "done",
        codeOf,
      );
    const answers = {
      stranger: await call(stranger.url, "bo"),
      courier: await call(org.url, "ana"),
      sender: await call(org.url, "sam"),
      surprise: await call(org.url, "bo", { surprise: true }),
    };
    if (answers.stranger === "done") world.broke(35, "another company changed the plan");
    if (answers.courier !== "accounts.forbidden" || answers.sender !== "accounts.forbidden")
      world.broke(36, `a plan was edited without the right: ${answers.courier}, ${answers.sender}`);
    if (answers.surprise !== "http.bad-input") world.broke(37, `an unknown field is ${answers.surprise}`);
  }

  /** A stop is predicted within its interval, not before its window, and behind the stop it needs (31). */
  async function timesGoOn(): Promise<void> {
    for (const { courierId } of org.couriers.values())
      await predictRoute(
        { db, hub: { tell: () => undefined } },
        { planOfToday, onDuty: couriersOnDuty, follow: () => Promise.resolve() },
        { orgId: org.orgId, courierId, now: world.now() },
      );
    const board = boardOf(
      await read(org.url, dispatchApi.readBoard, { input: { date: TODAY }, token: "bo" }),
    );
    for (const { route } of board.couriers) {
      const collected = new Map<string, Instant>();
      for (const { deliveryId, kind, window, arrival } of route.stops) {
        if (!arrival) continue;
        const { at, earliest, latest } = arrival;
        if (earliest > at || at > latest) world.broke(31, "a stop is predicted outside of its interval");
        if (at < fromIso(window.start)) world.broke(31, "a stop is predicted before its window");
        if (at < (collected.get(deliveryId) ?? at))
          world.broke(31, "predicted to be brought before it is collected");
        if (kind === "collect") collected.set(deliveryId, at);
      }
    }
  }

  return {
    async begin() {
      placedAt = world.now();
      for (const name of COURIERS) {
        const occurredAt = toIso(world.now());
        const shift = { commandId: randomUUID(), occurredAt, onDuty: true };
        await callWire(org.url, courierApi.keepShift, shift, { token: name });
        const here = { point: { lon: 7.1, lat: 51.2 }, accuracyM: 8, speedMps: null, headingDeg: null };
        const positions = [{ at: occurredAt, ...here }];
        await callWire(org.url, courierApi.sendPositions, { positions }, { token: name });
      }
      const shop = { db, orgId: stranger.orgId, now: world.now() };
      await bookMany(shop, 1, { start: world.now() + 9 * HOUR_MS });
    },
    async look(state) {
      const one = dice.pick([...followed.values()]);
      const looks = [
        () => recipientLooks(state, one),
        () => recipientLooks(state, one),
        () => strangerLooks(one),
        () => tries(one),
        timesGoOn,
      ];
      await dice.pick(looks)();
    },
  };
}

/** Tasks of a courier that are not over, in the order of the route. */
function comingStops({ deliveries, routes }: State, courierId: string): string[] {
  const open = new Set(
    [...deliveries.values()].flatMap(({ tasks }) => tasks.filter(isPending)).map(({ id }) => id),
  );
  return (routes.get(courierId)?.taskIds ?? []).filter((id) => open.has(id));
}
