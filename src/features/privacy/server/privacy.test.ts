import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { pictureFolder, proofsOf } from "#features/deliveries/server/public.ts";
import { messagesApi } from "#features/messages/contract/api.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { address, codeOf, good, orderInput, pay, quote } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { privacyApi } from "../contract/api.ts";
import { forgetOld } from "./forget-old.ts";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada Admin", "org-admin"] },
});

let nth = 0;
/** A person who is known nowhere else. */
function stranger() {
  nth += 1;
  return {
    name: `Zoltanka Quill${nth}`,
    phone: `+49301000${String(nth).padStart(4, "0")}`,
    email: `quill${nth}@example.org`,
    note: `ring twice at Quillhaus${nth}`,
    street: `Quillgasse ${nth}`,
  };
}
type Stranger = ReturnType<typeof stranger>;

async function booked({ street, ...contact }: Stranger): Promise<Delivery> {
  const dropoff = {
    ...address(`${street}, 10115 Berlin`, 13.4123, 52.5234),
    street,
    postcode: "10115",
    city: "Berlin",
  };
  const quoted = await quote(world, crew.sam, { dropoff });
  const order = good(await crew.sam.call(deliveriesApi.placeOrder, orderInput(quoted, contact)));
  return crew.give(await crew.read(crew.bo, await pay(world, order.id)), crew.kim);
}

/** Delivered with a photo and the name of whoever took it, after the office wrote to its courier. */
async function delivered(person: Stranger): Promise<Delivery> {
  const delivery = await booked(person);
  good(
    await crew.bo.call(messagesApi.sendMessage, {
      deliveryId: delivery.id,
      text: `${person.name} waits`,
      courierIds: [crew.kim.actor.courierId ?? ""],
      toAll: false,
    }),
  );
  await crew.step(crew.kim, delivery, "collect", "succeed", {
    recipientName: null,
    note: null,
    proofIds: [],
  });
  const { id } = good(await crew.keepPhoto(delivery));
  good(
    await crew.step(crew.kim, await crew.read(crew.bo, delivery.id), "deliver", "succeed", {
      recipientName: person.name,
      note: person.note,
      proofIds: [id],
    }),
  );
  return crew.read(crew.bo, delivery.id);
}

/** Tables that hold a text anywhere; receipts are kept by law. */
async function tablesWith(text: string): Promise<string[]> {
  return world.db.owner(async (tx) => {
    const tables = await rows(
      tx,
      sql<{ name: string }>`
        select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const hits = await rows(
        tx,
        sql`select 1 from ${sql.raw(name)} t where strpos(lower(t::text), ${text.toLowerCase()}) > 0 limit 1`,
      );
      if (hits.length > 0) found.push(name);
    }
    return found.toSorted();
  });
}

const KEPT_BY_LAW = ["public.receipt"];
/** Replies to writes are gone within a day. */
async function leftOf({ name, phone, email, note, street }: Stranger): Promise<string[]> {
  await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
  const found = await Promise.all([name, phone, email, note, street].map(tablesWith));
  return [...new Set(found.flat())].filter((table) => !KEPT_BY_LAW.includes(table)).toSorted();
}
const forget = () => forgetOld({ db: world.db, dataFolder: world.dataFolder }, world.now);
const find = async (person: object) => good(await ada.call(privacyApi.findPerson, { person } as never));
const pictureOf = async ({ id }: Delivery): Promise<string> => {
  const [proof] = await world.db.as(ada.actor, (tx) => proofsOf(tx, [id]));
  return path.join(pictureFolder(world.dataFolder), proof?.file ?? "");
};

describe("periods", () => {
  test("have defaults, are set by an administrator, and never over somebody else's change", async () => {
    const before = good(await ada.call(privacyApi.readRetention, {}));
    expect(before).toMatchObject({ version: 0, recipient: 90, sender: 730, pictures: 400 });
    const days = { recipient: 60, sender: null, pictures: 500 };
    const after = good(await ada.call(privacyApi.editRetention, { version: 0, ...days }));
    expect(after).toMatchObject({ version: 1, ...days });
    expect(codeOf(await ada.call(privacyApi.editRetention, { version: 0, ...days }))).toBe(
      "409 privacy.changed-meanwhile",
    );
    expect(codeOf(await ada.call(privacyApi.editRetention, { version: 1, ...days, sender: 6 }))).toBe(
      "400 http.bad-input",
    );
    expect(codeOf(await crew.bo.call(privacyApi.readRetention, {}))).toBe("403 accounts.forbidden");
  });

  test("forget a recipient in every table, books and sender stay", async () => {
    const person = stranger();
    const delivery = await delivered(person);
    expect(await leftOf(person)).toContain("public.delivery");
    world.now += 59 * DAY_MS;
    await forget();
    expect((await crew.read(crew.bo, delivery.id)).recipient.name).toBe(person.name);
    world.now += 3 * DAY_MS;
    expect(good(await ada.call(privacyApi.readRetention, {})).due.recipient).toBeGreaterThan(0);
    await forget();
    await forget();
    expect(await leftOf(person)).toEqual([]);
    const after = await crew.read(crew.bo, delivery.id);
    expect(after).toMatchObject({
      number: delivery.number,
      state: "delivered",
      recipient: { name: "—", phone: null, email: null, note: "" },
      dropoff: { label: "10115 Berlin", street: null, point: { lat: 52.52, lon: 13.41 } },
      sender: delivery.sender,
      pickup: delivery.pickup,
      price: delivery.price,
    });
    expect(after.proofs).toHaveLength(1);
    expect(existsSync(await pictureOf(after))).toBe(true);
  });

  test("forget pictures by their own time, files included", async () => {
    const delivery = await delivered(stranger());
    const file = await pictureOf(delivery);
    world.now += 501 * DAY_MS;
    await forget();
    expect((await crew.read(crew.bo, delivery.id)).proofs).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  test("pass over what is under way", async () => {
    const person = stranger();
    const delivery = await booked(person);
    world.now += 1_000 * DAY_MS;
    await forget();
    expect((await crew.read(crew.bo, delivery.id)).recipient.name).toBe(person.name);
  });
});

describe("a person", () => {
  test.each(["phone", "email"] as const)("is found by %s, and gets a copy", async (way) => {
    const person = stranger();
    const delivery = await delivered(person);
    const asked = { [way]: person[way] };
    expect(await find(asked)).toMatchObject({ deliveries: 1, open: 0 });
    const { deliveries } = good(await ada.call(privacyApi.exportPerson, { person: asked } as never));
    expect(deliveries).toMatchObject([
      { number: delivery.number, sides: ["recipient"], data: [{ name: person.name }], pictures: 1 },
    ]);
  });

  test("is forgotten at their wish, pictures included, and the list names nobody", async () => {
    const person = stranger();
    const delivery = await delivered(person);
    const wish = { person: { phone: person.phone } };
    expect(codeOf(await ada.call(privacyApi.erasePerson, { ...wish, deliveries: 2 }))).toBe(
      "409 privacy.other-count",
    );
    const erasure = good(await ada.call(privacyApi.erasePerson, { ...wish, deliveries: 1 }));
    expect(erasure).toMatchObject({ deliveries: 1, pictures: 1, erasedBy: "Ada Admin" });
    expect(await leftOf(person)).toEqual([]);
    expect((await crew.read(crew.bo, delivery.id)).proofs).toEqual([]);
    expect(await find({ phone: person.phone })).toMatchObject({ deliveries: 0, first: null });
    const list = good(await ada.call(privacyApi.listErasures, { limit: 10 }));
    expect(list.items[0]).toEqual(erasure);
  });

  test("is kept while a delivery of theirs is under way", async () => {
    const person = stranger();
    await booked(person);
    const wish = { person: { phone: person.phone }, deliveries: 1 };
    expect(codeOf(await ada.call(privacyApi.erasePerson, wish))).toBe("409 privacy.still-open");
  });
});
