import { afterAll, beforeAll, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { scopeOf } from "#kernel/permission.ts";
import { openShop } from "#test/support/people/booking.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { openWorld } from "#test/support/world.ts";
import type { Caller, World } from "#test/support/world.ts";

let world: World;
const callers: Caller[] = [];

beforeAll(async () => {
  world = await openWorld({ runJobs: false });
  await openShop(world);
  callers.push(await world.person("Ada Admin", "org-admin"), await world.person("Kim Kurier", "courier"));
  callers.push(await world.person("Oskar Lind", "waybill-operator"));
});
afterAll(() => world.close());

/** Values that no keyboard types, and that a database or a calendar chokes on. */
const TEXTS = [
  "\u0000",
  "a\u0000b",
  "\uD800",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "0000-01-01",
  "9999-12-31",
  "%",
  "\\",
  "x".repeat(5_000),
  "__proto__",
  "MQ",
];
const NUMBERS = [-1, 0, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e300, -1e300, 5e-324];

/** The input with each of its leaves, one after the other, put to an extreme. */
function* extremesOf(value: unknown): Generator {
  if (typeof value === "string") yield* [...TEXTS, null];
  else if (typeof value === "number") yield* NUMBERS;
  else if (Array.isArray(value))
    for (const [nth, item] of value.entries()) for (const odd of extremesOf(item)) yield value.with(nth, odd);
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value))
      for (const odd of extremesOf(inner)) yield { ...value, [name]: odd };
}

/** A plan of one's own is searched until its time is over, 2 s where the call does not say. */
const SHORTEST: Readonly<Record<string, object>> = { planOwnOrders: { seconds: 0.1 } };

const sampleFor = ({ id, input }: Endpoint): object => ({ ...(sampleOf(input) as object), ...SHORTEST[id] });

/** Every optional field too, as far as a text or a number does for it. */
const filled = (endpoint: Endpoint): object => {
  const names = Object.keys(endpoint.input.shape);
  return { ...Object.fromEntries(names.map((name) => [name, "a"])), ...sampleFor(endpoint) };
};

/** Half a character cannot stand in an address. */
const canTravel = ({ method, path }: Endpoint, input: unknown): boolean =>
  (method !== "GET" && !path.includes(":")) || !JSON.stringify(input).includes(String.raw`\ud800`);

// v5.0.0-1.2.4, v5.0.0-2.2.2, v5.0.0-15.3.5
test.each(endpointsOfRooms().map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s answers every odd input with a refusal or an answer, never with a fault of ours",
  async (_id, endpoint) => {
    const { needs } = endpoint;
    const caller = callers.find(
      ({ actor }) => needs === "anyone" || needs === "self" || scopeOf(actor, needs) !== undefined,
    );
    if (!caller) throw new Error(`nobody may ${needs}`);
    const odd = [...extremesOf(sampleFor(endpoint)), ...extremesOf(filled(endpoint))];
    // Without optional fields both are the same.
    for (const input of new Map(odd.map((one) => [JSON.stringify(one), one])).values()) {
      if (!canTravel(endpoint, input)) continue;
      const { status, body } = await caller.call(endpoint, input as never);
      expect(status, `${JSON.stringify(input).slice(0, 400)} → ${JSON.stringify(body)}`).toBeLessThan(500);
    }
  },
);
