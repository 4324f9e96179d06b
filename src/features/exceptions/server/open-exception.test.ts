import { sql } from "kysely";
import { expect, test } from "vitest";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { useWorld } from "#test/support/use-world.ts";
import { closeException, openException } from "./public.ts";
import type { NewException } from "./public.ts";

const { world } = useWorld();

const found = (key: string, happenedAt: Instant): NewException => ({
  kind: "phone_began_anew",
  key,
  deliveryId: null,
  taskId: null,
  courierId: null,
  happenedAt,
  facts: { waiting: 3 },
  command: null,
});
const open = (key: string, happenedAt = world.now) =>
  world.db.as({ orgId: world.orgId }, (tx) => openException(tx, found(key, happenedAt)));
const close = (key: string, at: Instant) =>
  world.db.as({ orgId: world.orgId }, (tx) => closeException(tx, key, at));
const history = (key: string) =>
  world.db.owner((tx) =>
    rows(
      tx,
      sql<{ what: string; event: string }>`
        select h.what, e.type as event from exception x
        join exception_entry h on h.org_id = x.org_id and h.exception_id = x.id
        left join event e on e.aggregate = 'exception' and e.aggregate_id = x.id and e.seq = h.nth
        where x.key = ${key} order by h.nth`,
    ),
  );
const opened = { what: "opened", event: "exception.opened" };
const resolved = { what: "resolved", event: "exception.resolved" };

test("a key opens once, also when two find it at once, and each change is an event", async () => {
  await Promise.all([open("phone:a:1"), open("phone:a:1"), open("phone:a:1")]);
  expect(await history("phone:a:1")).toEqual([opened]);
});

test("an exception that closed by itself opens again only for what happened later", async () => {
  await open("phone:b:1");
  await close("phone:b:1", world.now + MINUTE_MS);
  await close("phone:b:1", world.now + 2 * MINUTE_MS);
  await open("phone:b:1");
  expect(await history("phone:b:1")).toEqual([opened, resolved]);
  await open("phone:b:1", world.now + 3 * MINUTE_MS);
  expect(await history("phone:b:1")).toEqual([
    opened,
    resolved,
    { what: "reopened", event: "exception.opened" },
  ]);
});

test("closing a key that was never opened does nothing", async () => {
  await close("phone:c:1", world.now);
  expect(await history("phone:c:1")).toEqual([]);
});
