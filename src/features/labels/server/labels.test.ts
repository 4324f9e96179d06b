import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { book, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { LABELS_PATH } from "../contract/labels.ts";

const { world, sam, eve, bo, kim } = useWorld({
  shop: true,
  people: {
    sam: ["Sam Sender", "sender"],
    eve: ["Eve Else", "sender"],
    bo: ["Bo Board", "dispatcher"],
    kim: ["Kim Kurier", "courier"],
  },
  eachTestAtTen: true,
});

const parcel = { size: "small", massG: 2_000, contents: "books", fragile: false } as const;
const filter = { sort: "created", order: "desc" } as const;

async function print(who: string | undefined, asked: object) {
  const answer = await world.server.app.inject({
    method: "POST",
    url: LABELS_PATH,
    headers: who === undefined ? {} : { authorization: `Bearer ${who}` },
    payload: { format: "a6", language: "en", ...asked },
  });
  const isPdf = answer.headers["content-type"] === "application/pdf";
  const pages = isPdf
    ? (await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: false }))
        .text
    : [];
  return {
    status: answer.statusCode,
    code: isPdf ? undefined : answer.json().code,
    pages,
    headers: answer.headers,
  };
}

describe("labels", () => {
  test("a sender prints one for each parcel of what they sent", async () => {
    const { id, number } = await book(world, sam, { parcels: [parcel, parcel, parcel] });
    const { pages, headers } = await print("Sam Sender", { ids: [id] });
    expect(pages).toHaveLength(3);
    for (const [at, text] of pages.entries()) expect(text).toContain(`${number}-${at + 1}`);
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename="${number}.pdf"`,
    });
  });

  test("nobody prints another sender's, a courier and a guest none at all", async () => {
    const mine = await book(world, sam);
    const theirs = await book(world, eve);
    for (const ids of [[theirs.id], [mine.id, theirs.id]])
      expect(await print("Sam Sender", { ids })).toMatchObject({ status: 404, code: "deliveries.not-found" });
    expect(await print("Kim Kurier", { ids: [mine.id] })).toMatchObject({ status: 403 });
    expect(await print(undefined, { ids: [mine.id] })).toMatchObject({ status: 401 });
    expect(kim.actor.roles).toEqual(["courier"]);
  });

  test("a dispatcher prints everybody's, in the order asked for, or all that a filter shows", async () => {
    const first = await book(world, sam);
    const second = await book(world, eve);
    const asked = await print("Bo Board", { ids: [second.id, first.id, second.id] });
    expect(asked.pages).toHaveLength(2);
    expect(asked.pages[0]).toContain(second.number);
    const found = await print("Bo Board", { filter: { ...filter, search: first.number } });
    expect(found.pages).toHaveLength(1);
    expect(found.pages[0]).toContain(first.number);
    const listed = good(await bo.call(deliveriesApi.listDeliveries, { states: "created", limit: 100 }));
    const all = await print("Bo Board", { filter: { ...filter, states: "created" } });
    expect(all.pages).toHaveLength(listed.items.reduce((sum, { parcels }) => sum + parcels, 0));
  });

  test("a sender has no filter, and a filter that fits nothing prints nothing", async () => {
    expect(await print("Sam Sender", { filter })).toMatchObject({ status: 403, code: "accounts.forbidden" });
    const none = { ...filter, states: "disposed" };
    expect(await print("Bo Board", { filter: none })).toMatchObject({ status: 422, code: "labels.none" });
  });

  test("two hundred fit into one document, more are refused", async () => {
    const twenty = Array.from({ length: 20 }, () => parcel);
    const booked = [];
    for (let at = 0; at < 11; at += 1) booked.push(await book(world, eve, { parcels: twenty }));
    const ids = booked.map(({ id }) => id);
    expect((await print("Eve Else", { ids: ids.slice(1) })).pages).toHaveLength(200);
    expect(await print("Eve Else", { ids })).toMatchObject({ status: 422, code: "labels.too-many" });
  });

  test("what is no request for labels is refused by its fields", async () => {
    const { id } = await book(world, sam);
    for (const asked of [{}, { ids: [] }, { ids: ["x"] }, { ids: [id], filter }, { ids: [id], format: "a4" }])
      expect(await print("Bo Board", asked)).toMatchObject({ status: 400, code: "http.bad-input" });
  });
});
