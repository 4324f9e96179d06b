import { expect, test } from "vitest";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { openWorld } from "#test/support/world.ts";

test("an empty world answers, and says nothing of what is not there", async () => {
  const world = await openWorld();
  const response = await world.server.app.inject({ url: "/api/nothing" });
  expect(response.statusCode).toBe(404);
  expect(JSON.parse(response.body)).toMatchObject({ code: "http.not-found" });
  await world.settled();
  await world.close();
});

test("it describes itself to whoever asks, every endpoint of every room, each time the same", async () => {
  const world = await openWorld({ runJobs: false });
  const ask = () => world.server.app.inject({ url: "/api/openapi.json" });
  const [first, again] = [await ask(), await ask()];
  expect((await world.server.app.inject({ url: "/docs/openapi.json" })).body).toBe(first.body);
  expect(first.headers["content-type"]).toMatch(/^application\/json/);
  expect(again.body).toBe(first.body);
  const { paths }: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
    first.body,
  );
  const described = Object.values(paths).flatMap((calls) =>
    Object.values(calls).map((one) => one.operationId),
  );
  expect(described).toEqual(expect.arrayContaining(endpointsOfRooms().map(({ id }) => id)));
  await world.close();
});
