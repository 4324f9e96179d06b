import { sql } from "kysely";
import { expect, test } from "vitest";
import { HEADERS, pathNames } from "#contract/endpoint.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import type { LinkKind } from "#features/tracking/domain/link-kind.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { json } from "#server/db/db.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { good } from "#test/support/people/booking.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });
const endpoints = endpointsOfRooms();

/** Everything of a delivery that no link tells; the note is the recipient's own, who reads it by theirs. */
const HIDDEN = {
  sender: { name: "Hidden Sender", phone: "+4930700001", email: "hidden-s@example.org", note: "hidden ramp" },
  recipient: { name: "Hidden Ray", phone: "+4930700002", email: "hidden-r@example.org" },
  place: { houseNumber: "70007", detail: "hidden floor", label: "Hidden label" },
  courier: ["Kurier"],
};
const NOTE = "hidden bell";

async function hide({ id }: Delivery): Promise<void> {
  await world.run(sql`
    update delivery set sender = sender || ${json(HIDDEN.sender)},
      recipient = recipient || ${json({ ...HIDDEN.recipient, note: NOTE })},
      pickup = pickup || ${json(HIDDEN.place)}, dropoff = dropoff || ${json(HIDDEN.place)} where id = ${id}`);
}

const hiddenFrom = (kind: LinkKind, { orderId, price }: Delivery): string[] => [
  ...[HIDDEN.sender, HIDDEN.recipient, HIDDEN.place, HIDDEN.courier].flatMap((part) => Object.values(part)),
  ...(kind === "view" ? [NOTE] : []),
  `"minor":${price?.total.minor}`,
  orderId,
];

/** A call about the delivery where its path names one, else about anything. */
function inputFor({ id: call, input, path }: Endpoint, { id, orderId, version }: Delivery): object {
  if (call === "choose") return { version, choice: { kind: "note", note: "Ring twice" } };
  const own = path.startsWith("/api/orders/") || path.startsWith("/api/receipts/") ? orderId : id;
  const named = pathNames(path).includes("id") ? { id: own } : {};
  return { ...(sampleOf(input) as object), ...named };
}

/** Answers of every endpoint to a link that differ from those to a guest without one. */
async function openedBy(kind: LinkKind, deliveryId: string): Promise<Record<string, string>> {
  const { orgId, now } = world;
  const delivery = await crew.read(crew.sam, deliveryId);
  const { token } = await world.db.as({ orgId }, (tx) => makeLink({ tx, orgId, now }, delivery.id, { kind }));
  const guest = world.guest();
  const hidden = hiddenFrom(kind, delivery);
  const known = JSON.stringify([delivery, await crew.read(crew.bo, deliveryId)]);
  for (const one of hidden) expect(known, "it is there to be hidden").toContain(one);
  const opened: Record<string, string> = {};
  for (const endpoint of endpoints) {
    const input = inputFor(endpoint, delivery) as never;
    const without = await guest.call(endpoint, input);
    const answer = await guest.call(endpoint, input, { headers: { [HEADERS.trackingToken]: token } });
    const text = JSON.stringify(answer.body);
    for (const one of hidden.filter((secret) => !JSON.stringify(input).includes(secret)))
      expect(text, `${endpoint.id} to a link that may ${kind}`).not.toContain(one);
    const said = `${answer.status} ${answer.body.code ?? ""}`.trim();
    if (said !== `${without.status} ${without.body.code ?? ""}`.trim()) opened[endpoint.id] = said;
  }
  return opened;
}

const VIEWED = {
  track: "200",
  readChoices: "403 choices.view-only",
  choose: "403 choices.view-only",
  takeBack: "403 choices.view-only",
};
const ACTED = { track: "200", readChoices: "200", takeBack: "409 choices.over" };
const ENDED = { ...ACTED, choose: "409 choices.not-possible" };

test.each([
  ["view", VIEWED, VIEWED],
  ["act", { ...ACTED, choose: "200" }, ENDED],
] as const)(
  "a link that may %s opens the tracking page of its delivery and no other call, before the end and after it",
  async (kind, before, after) => {
    const delivery = await crew.collected();
    await hide(delivery);
    good(await crew.step(crew.kim, delivery, "deliver", "start"));
    expect(await openedBy(kind, delivery.id)).toEqual(before);
    good(await crew.handOver(delivery));
    expect(await openedBy(kind, delivery.id)).toEqual(after);
  },
);
