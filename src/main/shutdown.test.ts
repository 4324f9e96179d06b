import { once } from "node:events";
import { expect, test } from "vitest";
import { openWorld } from "#test/support/world.ts";

test("stopping ends live streams, finishes what is under way and takes well under ten seconds", async () => {
  const world = await openWorld();
  for (const name of ["Bo Board", "Greta", "Ines", "Jan"]) await world.person(name, "dispatcher");
  const address = await world.server.listen("127.0.0.1", 0);
  const headers = { authorization: "Bearer Bo Board" };
  const streams = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      fetch(`${address}/api/live`, {
        headers: { authorization: `Bearer ${["Bo Board", "Greta", "Ines", "Jan"][nth % 4]}` },
      }),
    ),
  );
  expect(world.server.liveReaders()).toBe(20);
  // Under way once the server has seen it: a connection that is still being made is refused, and may be.
  const board = fetch(`${address}/api/board`, { headers });
  await once(world.server.app.server, "request");
  const began = Date.now();
  const closing = world.close();
  const ends = await Promise.all(streams.map((stream) => stream.text()));
  await closing;
  expect(Date.now() - began).toBeLessThan(5_000);
  expect(ends.every((text) => text.includes("live.hello"))).toBe(true);
  expect((await board).status).toBeLessThan(500);
});
