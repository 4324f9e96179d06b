import { expect, test } from "vitest";
import type { Actor } from "#kernel/actor.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db } from "../db/db.ts";
import { buildApp } from "./app.ts";
import { PEOPLE_PER_ADDRESS } from "./limits.ts";

const LIMIT = 3;
const silent = () => undefined;

/** A server with one endpoint for anybody; who says "Bearer kim" is Kim. */
async function open() {
  const db: Partial<Db> = {};
  const app = await buildApp({
    db: db as Db,
    routes: [],
    rawRoutes: [
      {
        id: "looked",
        method: "GET",
        path: "/look",
        needs: "anyone",
        summary: "Looks",
        limitPerMinute: LIMIT,
        run: () => Promise.resolve({ status: 200, headers: {}, body: "" }),
      },
    ],
    refusals: {},
    actorOf: async ({ authorization }): Promise<Actor> => {
      const userId = authorization?.replace("Bearer ", "");
      if (userId === undefined) return { kind: "guest", orgId: "", roles: [] };
      if (!["kim", "lee"].includes(userId)) throw new Refusal("accounts.signed-out");
      return { kind: "person", orgId: "", roles: ["sender"], userId };
    },
    clock: () => 0,
    log: { info: silent, warn: silent, error: silent },
    headers: {},
    trustProxy: [],
    limitFactor: 1,
  });
  return async (times: number, token: (nth: number) => string | undefined, remoteAddress = "192.0.2.1") => {
    const answers = [];
    for (let nth = 0; nth < times; nth += 1) {
      const said = token(nth);
      const headers = said === undefined ? {} : { authorization: `Bearer ${said}` };
      answers.push(await app.inject({ url: "/look", headers, remoteAddress }));
    }
    return answers;
  };
}
const statuses = (answers: readonly { statusCode: number }[]) => answers.map((one) => one.statusCode);

// v5.0.0-2.4.1
test("people behind one address have a limit each, and are told when to come again", async () => {
  const look = await open();
  const kims = await look(LIMIT + 1, () => "kim");
  expect(statuses(kims)).toEqual([200, 200, 200, 429]);
  expect(Number(kims.at(-1)?.headers["retry-after"])).toBeGreaterThan(0);
  expect(statuses(await look(LIMIT, () => "lee"))).toEqual([200, 200, 200]);
  expect(statuses(await look(LIMIT + 1, () => undefined))).toEqual([200, 200, 200, 429]);
});

// v5.0.0-2.4.1, v5.0.0-15.3.4
test("nobody gets more by another address", async () => {
  const look = await open();
  await look(LIMIT, () => "kim");
  expect(statuses(await look(1, () => "kim", "198.51.100.9"))).toEqual([429]);
});

test("whoever makes up tokens is stopped by their address, and guests and others elsewhere are not", async () => {
  const look = await open();
  const made = statuses(await look(LIMIT * PEOPLE_PER_ADDRESS + 1, (nth) => `made-up-${nth}`));
  expect(made.slice(0, -1).every((status) => status === 401)).toBe(true);
  expect(made.at(-1)).toBe(429);
  expect(statuses(await look(1, () => "kim", "198.51.100.9"))).toEqual([200]);
});
