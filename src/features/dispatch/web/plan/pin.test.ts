import { beforeEach, expect, test, vi } from "vitest";
import { Problem } from "#web/api/problem.ts";
import { sendPins } from "./pin.ts";

const server = vi.hoisted(() => ({
  asked: [] as string[],
  keys: [] as string[],
  refused: new Map<string, unknown>(),
}));
vi.mock("#web/api/call.ts", () => ({
  call: async (_endpoint: object, { id }: { id: string }, { idempotencyKey }: { idempotencyKey: string }) => {
    server.asked.push(id);
    server.keys.push(idempotencyKey);
    if (server.refused.has(id)) throw server.refused.get(id);
  },
}));
beforeEach(() => {
  server.asked = [];
  server.keys = [];
  server.refused.clear();
});
const refusal = (code: string, number: string) => new Problem(code, { status: 409, facts: { number } });

test("every delivery that is refused is named, and the others are pinned", async () => {
  server.refused.set("a", refusal("dispatch.pin-open", "WB-1"));
  server.refused.set("c", refusal("dispatch.pin-over", "WB-3"));
  const { done, refused } = await sendPins({ ids: ["a", "b", "c", "d"], pinned: true });
  expect(refused.map(({ facts }) => facts["number"])).toEqual(["WB-1", "WB-3"]);
  expect(server.asked).toEqual(["a", "b", "c", "d"]);
  expect(done).toEqual([server.keys[1], server.keys[3]]);
});

test("what is no refusal of a delivery ends the wish", async () => {
  server.refused.set("b", new Problem("http.offline"));
  await expect(sendPins({ ids: ["a", "b", "c"], pinned: true })).rejects.toThrow("http.offline");
  expect(server.asked).toEqual(["a", "b"]);
});
