import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { openPageApp } from "#test/support/tracking/page-app.ts";
import { useWorld } from "#test/support/use-world.ts";
import { trackingApi } from "../../contract/api.ts";
import type { PageGiven } from "../../contract/page.ts";
import { good } from "#test/support/people/booking.ts";
import { makeLink } from "../links.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });
const said: object[] = [];
let page: Awaited<ReturnType<typeof openPageApp>>;
beforeAll(async () => void (page = await openPageApp(world, {}, said)));
afterAll(() => page.app.close());
beforeEach(() => world.db.owner((tx) => sql`delete from picture_answer`.execute(tx)));

const HOUSE = "3";
const linkTo = async ({ id }: Delivery, kind: "view" | "act" = "view") =>
  (
    await world.db.as({ orgId: world.orgId }, (tx) =>
      makeLink({ tx, orgId: world.orgId, now: world.now }, id, { kind }),
    )
  ).token;
const answer = (token: string, given: string, address?: string) =>
  page.send(token, { act: "pictures", answer: given }, {}, address);
const cookieOf = (headers: Record<string, unknown>) => String(headers["set-cookie"]).split(";")[0] ?? "";
const shown = async (token: string, cookie = "") => {
  const { given } = await page.open(token, cookie === "" ? {} : { cookie });
  if (given.state.at !== "shown") throw new Error(given.state.at);
  return { ...given.state.forms, proof: given.state.view.proof };
};
const posted = ({ given }: { given?: PageGiven | undefined }) =>
  given?.state.at === "shown" ? given.state.forms.posted : null;
/** Events about the pictures of a delivery. */
const notedOf = ({ id }: Delivery) =>
  world.db.owner((tx) =>
    rows(
      tx,
      sql`select type, count(*)::int as n, bool_and(audience = '{"staff": true}') as staff from event
          where aggregate = 'pictures' and aggregate_id = ${id} group by type order by type`,
    ),
  );
const givePin = ({ id }: Delivery, pin: string) =>
  world.db.owner((tx) =>
    sql`insert into delivery_pin (org_id, delivery_id, pin) values (${world.orgId}, ${id}, ${pin})`.execute(
      tx,
    ),
  );
const refusedAs = async (reply: Promise<{ given: { state: object } | undefined }>) =>
  (await reply).given?.state;

test("the house number opens the pictures for this link's page alone, and not for long", async () => {
  const delivery = await crew.delivered();
  const token = await linkTo(delivery);
  const other = await linkTo(delivery, "act");
  expect(await shown(token)).toMatchObject({
    pictures: [],
    proof: { photo: true, opensBy: ["house_number"] },
  });
  const opened = await answer(token, ` ${HOUSE} `);
  expect(opened.status).toBe(303);
  expect(opened.headers.location).toBe(`/t/${token}?done=pictures#pictures`);
  expect(opened.headers["set-cookie"]).toMatch(
    new RegExp(`^pictures=\\w{22}; Path=/t/${token}; Max-Age=900; HttpOnly; SameSite=Lax; Secure$`),
  );
  const cookie = cookieOf(opened.headers);
  const [picture] = (await shown(token, cookie)).pictures;
  expect(picture).toMatchObject({ kind: "photo" });
  const get = (path: string, headers = {}) =>
    page.app.inject({ url: `/t/${path}?picture=${picture?.id}`, headers });
  const seen = await get(token, { cookie });
  expect(seen.statusCode).toBe(200);
  expect(seen.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "no-store" });
  expect(seen.rawPayload.subarray(0, 2).toString("hex")).toBe("ffd8");
  for (const [path, headers] of [
    [token, {}],
    [token, { cookie: "pictures=0123456789abcdefghijAB" }],
    [other, { cookie }],
    ["0123456789abcdefghijAB", { cookie }],
  ] as const)
    expect((await get(path, headers)).statusCode).toBe(404);
  expect((await shown(other, cookie)).pictures).toEqual([]);
  const text = JSON.stringify(said);
  for (const secret of [token, cookie.slice(9), `"${HOUSE}"`]) expect(text).not.toContain(secret);
  world.now += 15 * MINUTE_MS;
  expect((await get(token, { cookie })).statusCode).toBe(404);
  expect((await shown(token, cookie)).pictures).toEqual([]);
});

test("a withdrawn link shows no pictures any more", async () => {
  const delivery = await crew.delivered();
  const token = await linkTo(delivery);
  const cookie = cookieOf((await answer(token, HOUSE)).headers);
  const [picture] = (await shown(token, cookie)).pictures;
  good(await crew.bo.call(trackingApi.revokeLinks, { id: delivery.id }));
  const gone = await page.app.inject({ url: `/t/${token}?picture=${picture?.id}`, headers: { cookie } });
  expect(gone.statusCode).toBe(404);
  expect(await answer(token, HOUSE)).toMatchObject({ status: 404, given: { state: { at: "unknown" } } });
});

test("before the handover nothing opens", async () => {
  const delivery = await crew.collected();
  good(await crew.keepPhoto(delivery));
  const token = await linkTo(delivery, "act");
  expect((await shown(token)).proof).toBeNull();
  expect(await refusedAs(answer(token, HOUSE))).toMatchObject({
    forms: { posted: { code: "tracking.no-pictures" } },
  });
});

test("five wrong answers lock the delivery for an hour, by every link of it, and each is noted", async () => {
  const delivery = await crew.delivered();
  const [token, other] = [await linkTo(delivery), await linkTo(delivery, "act")];
  const tries = [];
  for (const given of ["1", "2", "", "4x", "5"])
    tries.push(await refusedAs(answer(token, given, `192.0.2.${tries.length + 1}`)));
  expect(tries).toMatchObject([
    ...[4, 3, 2, 1].map((left) => ({
      forms: {
        pictures: [],
        posted: { code: "tracking.wrong-answer", status: 422, facts: { left }, fields: [{ path: "answer" }] },
      },
    })),
    { forms: { posted: { code: "tracking.answers-locked", status: 429 } } },
  ]);
  for (const link of [token, other])
    expect(await refusedAs(answer(link, HOUSE, "192.0.2.9"))).toMatchObject({
      forms: { posted: { code: "tracking.answers-locked" } },
    });
  world.now += HOUR_MS;
  expect((await answer(other, HOUSE)).status).toBe(303);
  expect(await notedOf(delivery)).toEqual([
    { type: "pictures.opened", n: 1, staff: true },
    { type: "pictures.refused", n: 5, staff: true },
  ]);
});

test("wrong answers at the same time count each", async () => {
  const token = await linkTo(await crew.delivered());
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => refusedAs(answer(token, `${nth + 10}`))),
  );
  const isLocked = (state: unknown) => JSON.stringify(state).includes("tracking.answers-locked");
  expect(replies.filter((state) => !isLocked(state))).toHaveLength(4);
});

test("a key that answered about another delivery does not hide a wrong answer", async () => {
  const [own, other] = [await linkTo(await crew.delivered()), await linkTo(await crew.delivered())];
  const keys = Array.from({ length: 5 }, () => randomUUID());
  const codes = [];
  for (const token of [own, other])
    for (const key of keys)
      codes.push(posted(await page.send(token, { act: "pictures", answer: "17", key }))?.code);
  const wrong = Array.from({ length: 4 }, () => "tracking.wrong-answer");
  const each = [...wrong, "tracking.answers-locked"];
  expect(codes).toEqual([...each, ...each]);
});

test("a wrong answer that is sent twice counts once", async () => {
  const delivery = await crew.delivered();
  const token = await linkTo(delivery);
  const fields = { act: "pictures", answer: "17", key: randomUUID() };
  for (let times = 0; times < 3; times += 1)
    expect(posted(await page.send(token, fields))).toMatchObject({
      code: "tracking.wrong-answer",
      facts: { left: 4 },
    });
  expect(await notedOf(delivery)).toEqual([{ type: "pictures.refused", n: 1, staff: true }]);
});

test("newer wrong answers of the address do not hide older ones about the delivery", async () => {
  const [delivery, other] = [await crew.delivered(), await crew.delivered()];
  const wrong = (of: Delivery, by: string, [times, ago]: readonly [number, number]) =>
    world.db.owner((tx) =>
      sql`insert into picture_answer (org_id, id, delivery_id, address_hash, answered_at, is_right)
          select ${world.orgId}, gen_random_uuid(), ${of.id}, ${sha256(by)}, ${toIso(world.now - ago)}, false
          from generate_series(1, ${times})`.execute(tx),
    );
  await wrong(delivery, "192.0.2.20", [10, 2 * DAY_MS]);
  await wrong(other, "192.0.2.21", [100, 2 * HOUR_MS]);
  expect(posted(await answer(await linkTo(delivery), HOUSE, "192.0.2.21"))?.code).toBe(
    "tracking.answers-locked",
  );
});

test("what is refused on a page that said done is not said to be done", async () => {
  const token = await linkTo(await crew.delivered());
  const { given } = await answer(`${token}?done=chosen`, "17");
  expect(given?.state).toMatchObject({ forms: { posted: { code: "tracking.wrong-answer" }, done: null } });
});

test("whoever tries one delivery after the other is locked out by their address", async () => {
  const codes: unknown[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    const token = await linkTo(await crew.delivered());
    for (let wrong = 0; wrong < 4; wrong += 1)
      codes.push(await refusedAs(answer(token, "99", "198.51.100.7")));
  }
  const locked = codes.filter((state) => JSON.stringify(state).includes("answers-locked"));
  expect(locked).toHaveLength(4);
  expect((await answer(await linkTo(await crew.delivered()), HOUSE, "198.51.100.8")).status).toBe(303);
});

test("the PIN opens them as well by a link that never showed it", async () => {
  const delivery = await crew.collected();
  await givePin(delivery, "0417");
  const pin = { act: "pictures", answer: "٠٤١٧", key: randomUUID() };
  const links = [await linkTo(delivery, "view"), await linkTo(delivery, "act")];
  for (const token of links)
    expect((await page.open(token)).given.state).toMatchObject({ view: { pin: "0417" } });
  world.now += MINUTE_MS;
  good(await crew.handOver(delivery));
  for (const token of links) {
    expect((await shown(token)).proof?.opensBy).toEqual(["house_number"]);
    expect(posted(await page.send(token, pin))?.code).toBe("tracking.wrong-answer");
  }
  const sentAfter = await linkTo(delivery, "act");
  expect((await shown(sentAfter)).proof?.opensBy).toEqual(["house_number", "pin"]);
  expect((await page.send(sentAfter, pin)).status).toBe(303);
  expect(await notedOf(delivery)).toMatchObject([
    { type: "pictures.opened", n: 1 },
    { type: "pictures.refused", n: 2 },
  ]);
});

test("a form of another site does nothing", async () => {
  const token = await linkTo(await crew.delivered());
  const foreign = [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }];
  for (const headers of foreign)
    expect(await page.send(token, { act: "pictures", answer: HOUSE }, headers)).toMatchObject({
      status: 403,
      given: { state: { at: "failed", code: "tracking.foreign-form" } },
    });
  const own = { origin: "http://localhost:8080", host: "localhost:8080" };
  expect((await page.send(token, { act: "pictures", answer: HOUSE }, own)).status).toBe(303);
});

test.each([
  [{ act: "nothing" }, 400],
  [{ act: "constructor" }, 400],
  [{ act: "pictures", key: "x" }, 400],
  [{ act: "pictures", answer: "\0" }, 400],
])("a form that says %j is refused with a page", async (fields, status) => {
  const token = await linkTo(await crew.delivered());
  expect(await page.send(token, fields)).toMatchObject({ status, given: { state: { at: "failed" } } });
});
