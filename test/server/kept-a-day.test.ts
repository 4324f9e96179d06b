import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { deleteOldKeys } from "#server/http/idempotency.ts";
import { HOUR_MS } from "#kernel/instant.ts";
import { codeOf, good, orderInput, quote } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";

const logged: string[] = [];
const take = (facts: object, message: string) => void logged.push(`${message} ${JSON.stringify(facts)}`);
const { world, crew } = useWorld({
  crew: true,
  eachTestAtTen: true,
  log: { info: take, warn: take, error: take },
});

const person = {
  name: "Zoltanka Quillhaus",
  phone: "+493010004711",
  email: "zoltanka@quillhaus.example",
  note: "ring twice at the blue door",
};
const SAID = Object.values(person);
const replies = async () =>
  (await world.one(sql<{ text: string | null }>`select string_agg(i::text, ' ') as text from idempotency i`))
    ?.text ?? "";

test("a reply to a write holds whom it told of for less than a day, and the same key books nothing anew", async () => {
  const key = randomUUID();
  const input = orderInput(await quote(world, crew.sam), person);
  const order = good(await crew.sam.call(deliveriesApi.placeOrder, input, { key }));
  expect(await replies()).toContain(person.phone);
  // Keys are deleted every half hour.
  for (let hours = 0; hours < 24; hours += 0.5) {
    world.now += HOUR_MS / 2;
    await deleteOldKeys(world.db, world.now);
  }
  const kept = await replies();
  expect(SAID.filter((text) => kept.includes(text))).toEqual([]);
  const again = await crew.sam.call(deliveriesApi.placeOrder, input, { key });
  const { n } = (await world.one(sql<{ n: number }>`select count(*)::int as n from sales_order`)) ?? { n: 0 };
  expect({ answer: good(again).id, orders: n }).toEqual({ answer: order.id, orders: 1 });
});

// v5.0.0-16.2.5
test("the log names nobody, whether a call succeeds, is refused or finds nothing", async () => {
  logged.length = 0;
  good(await crew.sam.call(deliveriesApi.placeOrder, orderInput(await quote(world, crew.sam), person)));
  const nowhere = await world.server.app.inject({ url: `/api/people/${encodeURIComponent(person.name)}` });
  expect(nowhere.statusCode).toBe(404);
  expect(codeOf(await crew.sam.call(deliveriesApi.placeOrder, { ...person } as never))).toBe(
    "400 http.bad-input",
  );
  expect(logged.length).toBeGreaterThan(2);
  const forms = SAID.flatMap((text) => [text, encodeURIComponent(text)]);
  expect(logged.filter((line) => forms.some((form) => line.includes(form)))).toEqual([]);
});
