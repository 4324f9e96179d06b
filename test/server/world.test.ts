import { expect, test } from "vitest";
import { openWorld } from "#test/support/world.ts";

test("an empty world answers, and says nothing of what is not there", async () => {
  const world = await openWorld();
  const response = await world.server.app.inject({ url: "/api/nothing" });
  expect(response.statusCode).toBe(404);
  expect(JSON.parse(response.body)).toMatchObject({ code: "http.not-found" });
  await world.settled();
  await world.close();
});
