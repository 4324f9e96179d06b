import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, fromIso, toIso } from "#kernel/instant.ts";
import { sql } from "kysely";
import { book, good } from "#test/support/people/booking.ts";
import { bare, brokenStories, taskIdOf, wronglyShown } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type Choice, type Choices, choicesApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true, runJobs: true });
beforeEach(() =>
  world.db.owner((tx) => sql`update organization set address = 'Hubstr. 1, Berlin'`.execute(tx)),
);

const headers = (token: string) => ({ headers: { [HEADERS.trackingToken]: token } });
async function linked(delivery: Delivery, kind: "view" | "act" = "act") {
  const { orgId } = world;
  const { token } = await world.db.as({ orgId }, (tx) =>
    makeLink({ tx, orgId, now: world.now }, delivery.id, { kind }),
  );
  const guest = world.guest();
  const read = async () => good(await guest.call(choicesApi.readChoices, {}, headers(token)));
  return {
    token,
    read,
    choose: async (choice: Choice, version?: number) =>
      guest.call(choicesApi.choose, { version: version ?? (await read()).version, choice }, headers(token)),
    takeBack: (id: string) => guest.call(choicesApi.takeBack, { id }, headers(token)),
    see: async () => good(await guest.call(trackingApi.track, {}, headers(token))),
  };
}
const openKinds = ({ options }: { options: readonly { kind: string; why: string | null }[] }) =>
  options.filter(({ why }) => why === null).map(({ kind }) => kind);
const whyOf = (shown: { options: readonly { kind: string; why: string | null }[] }, kind: string) =>
  shown.options.find((one) => one.kind === kind)?.why;
const fateOf = async (link: { read: () => Promise<{ made: readonly { fate: string }[] }> }) =>
  (await link.read()).made[0]?.fate;
const office = (delivery: Delivery) => crew.read(crew.bo, delivery.id);
const stopsOf = async () => good(await crew.kim.call(courierApi.readDay, {})).stops;
const stopOf = async (delivery: Delivery) =>
  (await stopsOf()).find(({ deliveryId, kind }) => deliveryId === delivery.id && kind === "deliver");
const missed = async (delivery: Delivery): Promise<Delivery> =>
  good(
    await crew.step(crew.kim, delivery, "deliver", "fail", {
      reason: "recipient_absent",
      note: null,
      proofIds: [],
    }),
  );

const fatesOf = ({ made }: Choices) => made.map(({ fate }) => fate);

describe("before the courier is at the door", () => {
  test("a recipient sees what they can choose, what each costs, and why the rest is not possible", async () => {
    const link = await linked(await crew.assigned());
    const shown = await link.read();
    expect(openKinds(shown)).toEqual(["window", "not_in", "hub", "safe_place", "neighbour", "pin", "note"]);
    expect(whyOf(shown, "return")).toBe("not-missed");
    expect(shown.options.every(({ cost }) => cost.minor === 0)).toBe(true);
    expect(shown.hub).toBe("Hubstr. 1, Berlin");
    expect(shown.windows.length).toBeGreaterThan(2);
    expect(shown.windows.every(({ start }) => fromIso(start) >= world.now + 2 * HOUR_MS)).toBe(true);
  });

  test("after a missed try another time and the way back name their cost for the sender; the hub and ours are free", async () => {
    const costsOf = async (delivery: Delivery) => {
      const { options } = await (await linked(delivery)).read();
      const open = options.filter(({ why }) => why === null);
      return Object.fromEntries(open.map(({ kind, cost }) => [kind, cost.minor]));
    };
    expect(await costsOf(await missed(await crew.collected()))).toEqual({ window: 292, hub: 0, return: 583 });
    const ours = { reason: "out_of_time", note: null, proofIds: [] };
    const late = good(await crew.step(crew.kim, await crew.collected(), "deliver", "fail", ours));
    expect(await costsOf(late)).toEqual({ window: 0, hub: 0, return: 0 });
  });

  test("a neighbour is told to the courier at the stop, with other proofs, and to the office as the recipient's", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    const shown = good(await link.choose({ kind: "neighbour", place: "Weber" }));
    expect(shown.made).toMatchObject([{ fate: "standing", mayTakeBack: true, choice: { place: "Weber" } }]);
    expect(await stopOf(delivery)).toMatchObject({
      handover: { how: "neighbour", place: "Weber" },
      required: ["recipient_name", "photo"],
    });
    const told = await office(delivery);
    expect(told.handover).toEqual({ how: "neighbour", place: "Weber" });
    expect(told.timeline.at(-1)).toMatchObject({
      type: "delivery.edited",
      actor: { kind: "recipient" },
      changes: [{ field: "handover", from: null, to: "neighbour Weber" }],
    });
    const back = good(await link.takeBack(shown.made[0]?.id ?? ""));
    expect(back.made).toMatchObject([{ fate: "taken-back", mayTakeBack: false }]);
    expect(await stopOf(delivery)).not.toHaveProperty("handover");
  });

  test("a PIN stands for the signature while it is wished", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    expect((await link.see()).pin).toBeNull();
    const shown = good(await link.choose({ kind: "pin" }));
    const { pin } = await link.see();
    expect(pin).toMatch(/^\d{4}$/);
    expect((await stopOf(delivery))?.required).toEqual(["recipient_name", "pin"]);
    good(await link.takeBack(shown.made[0]?.id ?? ""));
    expect((await link.see()).pin).toBeNull();
    good(await link.choose({ kind: "pin" }));
    const said = (await link.see()).pin;
    const done = { ...bare, recipientName: "Rita", pin: said };
    expect(good(await crew.step(crew.kim, delivery, "deliver", "succeed", done)).state).toBe("delivered");
    expect(await fateOf(link)).toBe("kept");
  });

  test("another window on the same day leaves the stop to its courier; one on another day takes it away", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    const { windows, timezone } = await link.read();
    const dayOf = (at: string) => new Date(at).toLocaleDateString("en", { timeZone: timezone });
    const today = windows.find(({ start }) => dayOf(start) === dayOf(delivery.window.start));
    const later = windows.findLast(({ start }) => dayOf(start) !== dayOf(delivery.window.start));
    if (!today || !later) throw new Error("no windows");
    good(await link.choose({ kind: "window", window: today }));
    expect(await office(delivery)).toMatchObject({ window: today, courierName: "Kim Kurier" });
    const moved = good(await link.choose({ kind: "window", window: later }));
    expect(moved.made.map(({ fate }) => fate)).toEqual(["standing", "replaced"]);
    expect(await stopOf(delivery)).toBeUndefined();
    expect((await office(delivery)).window).toEqual(later);
    const back = good(await link.takeBack(moved.made[0]?.id ?? ""));
    expect(back.made.map(({ fate }) => fate)).toEqual(["taken-back", "standing"]);
    expect(await office(delivery)).toMatchObject({ window: today });
    expect(await stopOf(delivery)).toMatchObject({ state: "assigned" });
    const first = good(await link.takeBack(back.made[1]?.id ?? ""));
    expect(first.window).toEqual(delivery.window);
  });

  test("a window that is not offered is refused, and so is one for a version that is past", async () => {
    const delivery = await crew.assigned();
    const link = await linked(delivery);
    const { version } = await link.read();
    const night = { start: toIso(world.now + 15 * HOUR_MS), end: toIso(world.now + 16 * HOUR_MS) };
    expect(await link.choose({ kind: "window", window: night })).toMatchObject({
      status: 409,
      body: { code: "choices.not-possible" },
    });
    good(await crew.step(crew.kim, delivery, "collect", "start"));
    expect(await link.choose({ kind: "note", note: "2nd floor" }, version)).toMatchObject({
      status: 409,
      body: { code: "deliveries.changed-meanwhile" },
    });
  });

  test("not in today moves the promise to the next working day", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    const { nextDay } = await link.read();
    expect(fromIso(nextDay?.start ?? "")).toBe(fromIso(delivery.window.start) + DAY_MS);
    good(await link.choose({ kind: "not_in" }));
    expect((await office(delivery)).window).toEqual(nextDay);
  });

  test("collecting at the hub takes the stop from the courier, and a wish for the door is no more", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    good(await link.choose({ kind: "neighbour", place: "Weber" }));
    const shown = good(await link.choose({ kind: "hub" }));
    expect(fatesOf(shown), "the recipient did that, not the office").toEqual(["standing", "replaced"]);
    expect(await stopOf(delivery)).toBeUndefined();
    expect((await office(delivery)).handover).toEqual({ how: "hub", place: null });
    expect(whyOf(shown, "neighbour")).toBe("hub");
    const again = good(await link.takeBack(shown.made[0]?.id ?? ""));
    expect(await stopOf(delivery)).toMatchObject({ state: "assigned" });
    expect(fatesOf(again)).toEqual(["taken-back", "standing"]);
    expect((await office(delivery)).handover).toEqual({ how: "neighbour", place: "Weber" });
  });

  test("a time that was chosen instead of the hub stands, whatever is wished for the door afterwards", async () => {
    const link = await linked(await crew.collected());
    good(await link.choose({ kind: "hub" }));
    const [window = { start: "", end: "" }] = (await link.read()).windows;
    const moved = good(await link.choose({ kind: "window", window }));
    const shown = good(await link.choose({ kind: "safe_place", place: "Shed" }));
    expect(fatesOf(shown)).toEqual(["standing", "standing", "replaced"]);
    const again = good(await link.takeBack(moved.made[0]?.id ?? ""));
    expect(fatesOf(again), "the shed is in the place of the hub").toEqual([
      "standing",
      "taken-back",
      "replaced",
    ]);
  });

  test("a note replaces the note for the door, and goes back where nobody changed it since", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    const shown = good(await link.choose({ kind: "note", note: "Ring twice" }));
    expect((await stopOf(delivery))?.note).toBe("Ring twice");
    const { recipient, version } = await office(delivery);
    const edit = { ...recipient, phone: recipient.phone ?? "", note: "Gate 4" };
    good(await crew.bo.call(deliveriesApi.editDelivery, { id: delivery.id, version, recipient: edit }));
    expect(await fateOf(link)).toBe("by-office");
    expect(await link.takeBack(shown.made[0]?.id ?? "")).toMatchObject({
      status: 409,
      body: { code: "choices.over" },
    });
    expect((await stopOf(delivery))?.note).toBe("Gate 4");
  });
});

describe("after a missed try", () => {
  test("the recipient picks tomorrow, and it comes on the second try", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    await missed(delivery);
    const shown = await link.read();
    expect(openKinds(shown)).toEqual(["window", "hub", "return"]);
    const window = shown.windows[0];
    if (!window) throw new Error("no window");
    const chosen = good(await link.choose({ kind: "window", window }));
    expect(chosen.made[0]).toMatchObject({ fate: "standing", mayTakeBack: true });
    const back = good(await link.takeBack(chosen.made[0]?.id ?? ""));
    expect(openKinds(back)).toEqual(["window", "hub", "return"]);
    good(await link.choose({ kind: "window", window }));
    const again = await office(delivery);
    expect(again).toMatchObject({ state: "collected", window });
    const given = await crew.give(again, crew.kim);
    world.now = fromIso(window.start) + MINUTE_MS;
    expect(good(await crew.handOver(given)).state).toBe("delivered");
    expect(await fateOf(link)).toBe("kept");
    expect((await link.see()).acts, "it goes on to say what became of the choice").toBe(true);
    expect(openKinds(await link.read())).toEqual([]);
    expect(await link.choose({ kind: "return" })).toMatchObject({ status: 409 });
  });

  test("the recipient sends it back to the sender, and may change their mind", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    await missed(delivery);
    const chosen = good(await link.choose({ kind: "return" }));
    expect((await office(delivery)).state).toBe("returning");
    good(await link.takeBack(chosen.made[0]?.id ?? ""));
    expect((await office(delivery)).state).toBe("attempt_failed");
    good(await link.choose({ kind: "return" }));
    const given = await crew.give(await office(delivery), crew.kim);
    good(await crew.step(crew.kim, given, "return", "succeed", bare));
    expect(await office(delivery)).toMatchObject({ state: "returned" });
    expect(await fateOf(link)).toBe("kept");
  });

  test("a wrong swipe that is put right wins over what the recipient chose because of it, and they are told", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    await missed(delivery);
    const { windows } = await link.read();
    good(await link.choose({ kind: "window", window: windows[0] ?? { start: "", end: "" } }));
    world.now += MINUTE_MS;
    const photo = good(await crew.keepPhoto(delivery, taskIdOf(delivery, "deliver")));
    const right = { to: "succeeded", reason: null, recipientName: "Rita", note: null, proofIds: [photo.id] };
    const command = {
      commandId: randomUUID(),
      occurredAt: toIso(world.now),
      type: "correct",
      taskId: taskIdOf(delivery, "deliver"),
      ...right,
    };
    good(await crew.kim.call(deliveriesApi.performTask, { id: delivery.id, command: command as never }));
    expect(await office(delivery)).toMatchObject({ state: "delivered" });
    expect(await fateOf(link)).toBe("too-late");
  });
});

describe("a race with the courier", () => {
  test.each([
    ["a courier who stood at the door before wins, and the page says so", -10 * MINUTE_MS, "too-late"],
    ["a courier who came after the choice without a network may not know of it", 10 * MINUTE_MS, "unsure"],
  ])("%s", async (_name, after, fate) => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    const photo = good(await crew.keepPhoto(delivery));
    good(await link.choose({ kind: "safe_place", place: "Garage" }));
    const occurredAt = toIso(world.now + after);
    world.now += 30 * MINUTE_MS;
    const fact = { ...bare, recipientName: "Rita", proofIds: [photo.id], offline: true, occurredAt };
    good(await crew.step(crew.kim, delivery, "deliver", "succeed", fact));
    expect((await office(delivery)).state).toBe("delivered");
    expect(await fateOf(link)).toBe(fate);
    expect(await link.takeBack((await link.read()).made[0]?.id ?? "")).toMatchObject({ status: 409 });
  });

  test("who was there before the stop was moved to another day has delivered it", async () => {
    const delivery = await crew.collected();
    const link = await linked(delivery);
    const photo = good(await crew.keepPhoto(delivery));
    good(await link.choose({ kind: "not_in" }));
    const occurredAt = toIso(world.now - 5 * MINUTE_MS);
    world.now += MINUTE_MS;
    const fact = { ...bare, recipientName: "Rita", proofIds: [photo.id], offline: true, occurredAt };
    good(await crew.step(crew.kim, delivery, "deliver", "succeed", fact));
    expect((await link.see()).state).toBe("delivered");
    expect((await link.read()).made[0]).toMatchObject({ fate: "too-late", at: occurredAt });
  });

  test("choice and fact at the same moment have one outcome that both see", async () => {
    for (let nth = 0; nth < 6; nth += 1) {
      const delivery = await crew.collected();
      const link = await linked(delivery);
      const photo = good(await crew.keepPhoto(delivery));
      const { version } = await link.read();
      const fact = { ...bare, recipientName: "Rita", proofIds: [photo.id] };
      const deeds = [
        () => link.choose({ kind: "not_in" }, version),
        () => crew.step(crew.kim, delivery, "deliver", "succeed", fact),
      ];
      const [choice, done] = await Promise.all(
        (nth % 2 === 0 ? deeds : deeds.toReversed()).map((deed) => deed()),
      ).then((all) => (nth % 2 === 0 ? all : all.toReversed()));
      expect(done?.status).toBe(200);
      expect((await link.see()).state).toBe("delivered");
      const outcome = choice?.status === 200 ? await fateOf(link) : choice?.body.code;
      expect(outcome).toMatch(/^(too-late|kept|deliveries\.changed-meanwhile)$/);
    }
  });
});

describe("who may", () => {
  test("a link that views, an unknown one and none choose nothing", async () => {
    const delivery = await crew.assigned();
    const viewing = await linked(delivery, "view");
    const { version } = delivery;
    const asked = { version, choice: { kind: "not_in" } } as const;
    const guest = world.guest();
    for (const [token, status] of [
      [viewing.token, 403],
      ["0123456789012345678901", 404],
    ] as const) {
      expect(await guest.call(choicesApi.readChoices, {}, headers(token))).toMatchObject({ status });
      expect(await guest.call(choicesApi.choose, asked, headers(token))).toMatchObject({ status });
      expect(await guest.call(choicesApi.takeBack, { id: randomUUID() }, headers(token))).toMatchObject({
        status,
      });
    }
    expect(await crew.bo.call(choicesApi.choose, asked)).toMatchObject({ status: 404 });
    expect((await office(delivery)).version).toBe(version);
  });

  test("a link acts for its own delivery and takes back no choice of another", async () => {
    const link = await linked(await crew.assigned());
    const other = await linked(await crew.assigned());
    const { made } = good(await link.choose({ kind: "note", note: "Mine" }));
    expect(await other.takeBack(made[0]?.id ?? "")).toMatchObject({
      status: 409,
      body: { code: "choices.over" },
    });
    expect((await link.read()).made[0]).toMatchObject({ fate: "standing" });
  });

  test("a choice that is sent twice is made once", async () => {
    const delivery = await crew.assigned();
    const link = await linked(delivery);
    const asked = { version: delivery.version, choice: { kind: "note", note: "Once" } } as const;
    const again = {
      headers: { [HEADERS.trackingToken]: link.token, [HEADERS.idempotencyKey]: randomUUID() },
    };
    const guest = world.guest();
    const first = good(await guest.call(choicesApi.choose, asked, again));
    expect(good(await guest.call(choicesApi.choose, asked, again))).toEqual(first);
    expect(first.made).toHaveLength(1);
  });

  test("after twenty choices in an hour there is a pause", async () => {
    const link = await linked(await crew.assigned());
    for (let nth = 0; nth < 20; nth += 1) {
      if (nth === 10) world.now += MINUTE_MS;
      good(await link.choose({ kind: "note", note: `n ${nth}` }));
    }
    expect(await link.choose({ kind: "note", note: "one more" })).toMatchObject({ status: 429 });
  });

  test("parcels for grown-ups are handed to a person", async () => {
    const delivery = await crew.assigned();
    await world.db.owner((tx) =>
      sql`update delivery set parcels = jsonb_set(parcels, '{0,ageRestricted}', 'true') where id = ${delivery.id}`.execute(
        tx,
      ),
    );
    const shown = await (await linked(delivery)).read();
    expect([whyOf(shown, "safe_place"), whyOf(shown, "neighbour"), whyOf(shown, "pin")]).toEqual([
      "age",
      "age",
      null,
    ]);
  });
});

test("no story is broken by all of this", async () => {
  await book(world, crew.sam);
  await world.settled();
  expect(await wronglyShown(world)).toEqual([]);
  expect(await brokenStories(world)).toEqual([]);
});
