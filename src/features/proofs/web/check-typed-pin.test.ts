import { afterEach, expect, test, vi } from "vitest";
import { Problem } from "#web/api/problem.ts";
import { checkTypedPin } from "./check-typed-pin.ts";

const answer = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock("#web/api/call.ts", () => ({ call: answer }));
afterEach(() => vi.clearAllMocks());

const typed = (pin = "4821") => checkTypedPin({ deliveryId: "d", pin, room: "courier" });

test("a wrong PIN is refused at its input, in the words of the page", async () => {
  answer.mockRejectedValue(new Problem("proofs.pin-wrong", { status: 422, facts: { left: 3 } }));
  await expect(typed()).rejects.toMatchObject({
    code: "courier.pin-wrong",
    facts: { left: 3 },
    fields: [{ path: "pin", code: "courier.pin-wrong" }],
  });
  answer.mockRejectedValue(new Problem("proofs.pin-locked", { status: 409 }));
  await expect(typed()).rejects.toMatchObject({ code: "courier.pin-locked" });
});

test.each(["http.offline", "http.timeout", "http.internal", "http.unexpected-reply"])(
  "without a comparison (%s) the courier goes on, and the server compares later",
  async (code) => {
    answer.mockRejectedValue(new Problem(code));
    await expect(typed()).resolves.toBeUndefined();
  },
);

test("what was not typed is not compared", async () => {
  await typed("");
  expect(answer).not.toHaveBeenCalled();
});
