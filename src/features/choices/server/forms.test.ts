import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { makeLink } from "#features/tracking/server/public.ts";
import { first } from "#server/db/db.ts";
import { good } from "#test/support/people/booking.ts";
import { openPageApp } from "#test/support/tracking/page-app.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Choices } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });
let page: Awaited<ReturnType<typeof openPageApp>>;
beforeAll(async () => void (page = await openPageApp(world)));
afterAll(() => page.app.close());
beforeEach(() =>
  world.db.owner((tx) => sql`update organization set address = 'Hubstr. 1, Berlin'`.execute(tx)),
);

/** A recipient without a script: opens the page, and sends forms as it drew them. */
async function reader({ id }: Delivery, kind: "view" | "act" = "act") {
  const { orgId } = world;
  const { token } = await world.db.as({ orgId }, (tx) =>
    makeLink({ tx, orgId, now: world.now }, id, { kind }),
  );
  const open = async () => {
    const { state } = (await page.open(token)).given;
    if (state.at !== "shown") throw new Error(state.at);
    // Safe: the page app draws it of `readChoices`.
    return { ...state, choices: state.forms.slot as Choices };
  };
  const send = (fields: Readonly<Record<string, string>>) => page.send(token, fields);
  const choose = async (fields: Readonly<Record<string, string>>) => {
    const { choices, forms } = await open();
    return send({ act: "choose", key: forms.key, version: String(choices.version), ...fields });
  };
  const refusal = async (fields: Readonly<Record<string, string>>) => {
    const { status, given } = await choose(fields);
    const posted = given?.state.at === "shown" ? given.state.forms.posted : undefined;
    return { status, code: posted?.code, fields: posted?.fields, values: posted?.values };
  };
  return { token, open, send, choose, refusal };
}
const eventsOf = async ({ id }: Delivery) =>
  world.db.owner((tx) =>
    first(tx, sql<{ n: number }>`select count(*)::int as n from event where aggregate_id = ${id}`),
  );
const missed = async () =>
  good(
    await crew.step(crew.kim, await crew.collected(), "deliver", "fail", {
      reason: "recipient_absent",
      note: null,
      proofIds: [],
    }),
  );

test.each([
  ["safe_place", { place: "Behind the shed" }],
  ["neighbour", { place: "Weber" }],
  ["note", { note: "Ring twice\r\nplease" }],
  ["pin", {}],
  ["not_in", {}],
  ["hub", {}],
])("the form of %s is carried out, and the browser comes back to the page", async (kind, more) => {
  const recipient = await reader(await crew.collected());
  const reply = await recipient.choose({ kind, ...more });
  expect(reply).toMatchObject({ status: 303, given: undefined });
  expect(reply.headers.location).toBe(`/t/${recipient.token}?done=chosen#choose`);
  const { choices } = await recipient.open();
  expect(choices.made).toMatchObject([{ choice: { kind }, fate: "standing", mayTakeBack: true }]);
  const back = { act: "take-back", id: choices.made[0]?.id ?? "" };
  expect((await recipient.send(back)).headers.location).toBe(
    `/t/${recipient.token}?done=taken-back#take-back`,
  );
  expect((await recipient.open()).choices.made).toMatchObject([{ fate: "taken-back" }]);
});

test("another window is one of those that the page offers", async () => {
  const recipient = await reader(await crew.collected());
  const { windows } = (await recipient.open()).choices;
  const wished = windows.at(-1);
  const window = `${wished?.start}/${wished?.end}`;
  expect((await recipient.choose({ kind: "window", window })).status).toBe(303);
  expect((await recipient.open()).view.window).toEqual(wished);
  expect(await recipient.refusal({ kind: "window", window: "soon" })).toMatchObject({
    status: 400,
    code: "http.bad-input",
    fields: [{ path: "window" }, { path: "window" }],
    values: { kind: "window", window: "soon" },
  });
});

test("after a missed try: another window, the hub, or back to the sender", async () => {
  for (const kind of ["window", "hub", "return"]) {
    const recipient = await reader(await missed());
    const [window] = (await recipient.open()).choices.windows;
    const fields = { kind, ...(kind === "window" && { window: `${window?.start}/${window?.end}` }) };
    expect((await recipient.choose(fields)).status).toBe(303);
    expect((await recipient.open()).choices.made).toMatchObject([{ choice: { kind }, fate: "standing" }]);
  }
});

test("a form that is sent twice is carried out once; said otherwise it is another choice", async () => {
  const delivery = await crew.collected();
  const recipient = await reader(delivery);
  const { forms, choices } = await recipient.open();
  const form = { act: "choose", key: forms.key, version: String(choices.version), kind: "safe_place" };
  const once = { ...form, place: "Behind the shed" };
  expect((await recipient.send(once)).status).toBe(303);
  const before = await eventsOf(delivery);
  expect((await recipient.send(once)).status).toBe(303);
  expect(await eventsOf(delivery)).toEqual(before);
  expect((await recipient.open()).choices.made).toHaveLength(1);
  // The way back in a browser shows the form as it was drawn.
  expect(await recipient.send({ ...form, place: "In the garage" })).toMatchObject({
    status: 409,
    given: { state: { forms: { posted: { code: "deliveries.changed-meanwhile" } } } },
  });
});

test.each([
  [{ kind: "safe_place", place: " x " }, "place", "too-short"],
  [{ kind: "safe_place" }, "place", "required"],
  [{ kind: "note", note: "x".repeat(501) }, "note", "too-long"],
  [{ kind: "away" }, "kind", "not-allowed"],
])("%j is refused at its field with what was typed, and nothing happened", async (fields, path, code) => {
  const delivery = await crew.collected();
  const recipient = await reader(delivery);
  const before = await eventsOf(delivery);
  const refused = await recipient.refusal(fields);
  expect(refused).toMatchObject({ status: 400, code: "http.bad-input", values: fields });
  expect(refused.fields).toEqual([{ path, code }]);
  expect(await eventsOf(delivery)).toEqual(before);
});

test("a link that only views decides nothing, and one that opens nothing is not there", async () => {
  const recipient = await reader(await crew.collected(), "view");
  const { forms } = await recipient.open();
  expect(forms.slot).toBeNull();
  const fields = { act: "choose", key: forms.key, version: "1", kind: "not_in" };
  expect(await recipient.send(fields)).toMatchObject({
    status: 403,
    given: { state: { forms: { posted: { code: "choices.view-only" }, slot: null } } },
  });
  expect(await page.send("0123456789abcdefghijAB", fields)).toMatchObject({
    status: 404,
    given: { state: { at: "unknown" } },
  });
});

test("once the courier is at the door it is too late", async () => {
  const delivery = await crew.collected();
  const recipient = await reader(delivery);
  const { forms, choices } = await recipient.open();
  good(await crew.step(crew.kim, delivery, "deliver", "arrive"));
  const late = await recipient.send({
    act: "choose",
    key: forms.key,
    version: String(choices.version),
    kind: "not_in",
  });
  expect(late.status).toBe(409);
  expect(await recipient.refusal({ kind: "not_in" })).toMatchObject({ code: "choices.not-possible" });
});
