import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { type Claims, type IdentityWorld, openIdentityWorld } from "#test/support/sign-in/identity-world.ts";

const MINUTE_MS = 60_000;
const guarded = endpointsOfRooms().filter((endpoint) => endpoint.recentSignIn);

/** An administrator with this sign-in calls an endpoint. */
async function answerTo(opened: IdentityWorld, id: string, claims: Omit<Claims, "subject">) {
  const endpoint = guarded.find((one) => one.id === id);
  if (!endpoint) throw new Error(id);
  const admin = opened.visitor({ subject: "ada", name: "Ada Admin", roles: ["org-admin"], ...claims });
  const answer = await admin.call(endpoint, sampleOf(endpoint.input) as never);
  const isRefused = answer.body.code === "accounts.confirm-sign-in";
  return { said: isRefused ? answer.body.facts?.["fault"] : "let in", answer };
}

test("refunds, copies of a person's data and erasures ask for a recent sign-in, and nothing else does", () => {
  expect(guarded.map(({ id }) => id).toSorted()).toEqual([
    "askRefund",
    "closeRefund",
    "decideRefund",
    "erasePerson",
    "exportPerson",
    "giveCashBack",
  ]);
});

// v5.0.0-6.8.4, v5.0.0-10.3.4
describe("within 15 minutes, with a second factor", () => {
  let opened: IdentityWorld;
  beforeAll(async () => {
    opened = await openIdentityWorld({ runJobs: false, recentSignIn: { maxAgeS: 900, acr: ["2", "3"] } });
  });
  afterAll(() => opened.world.close());

  describe.each(guarded.map(({ id }) => [id]))("%s", (id) => {
    test.each([
      ["a fresh and strong sign-in", 5, "3", "let in"],
      ["one of 16 minutes ago", 16, "2", "old"],
      ["one without a second factor", 5, "1", "acr"],
      ["one whose strength is not said", 5, undefined, "acr"],
      ["one whose time is not said", undefined, "2", "unknown"],
    ])("%s", async (_what, minutes, acr, expected) => {
      const { said, answer } = await answerTo(opened, id, {
        ...(minutes !== undefined && { authenticatedAt: opened.world.now - minutes * MINUTE_MS }),
        ...(acr !== undefined && { acr }),
      });
      expect(said).toBe(expected);
      if (expected === "let in") return;
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe(
        'Bearer error="insufficient_user_authentication", max_age="900", acr_values="2 3"',
      );
    });

    test("whoever may not call at all hears that first, with any sign-in", async () => {
      const { answer } = await answerTo(opened, id, { subject: "sam", roles: ["sender"] } as Claims);
      expect(answer.body.code).toBe("accounts.forbidden");
    });
  });
});

describe("with both settings off", () => {
  let opened: IdentityWorld;
  beforeAll(async () => {
    opened = await openIdentityWorld({ runJobs: false, recentSignIn: { maxAgeS: 0, acr: [] } });
  });
  afterAll(() => opened.world.close());

  test.each(guarded.map(({ id }) => [id]))(
    "%s takes a token that says nothing of its sign-in",
    async (id) => {
      expect((await answerTo(opened, id, {})).said).toBe("let in");
    },
  );
});
