import { expect, test } from "vitest";
import * as z from "zod/mini";
import { Id, Window } from "#contract/schemas.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";
import { sampleOf } from "#test/support/seeds/sample.ts";
import { REPLIES_BEFORE_COMPILING, WRITTEN_CHECKED_EVERY, compiledCheck, replyCheck } from "./reply-check.ts";
import { Written } from "./written.ts";

const Row = z.strictObject({
  id: Id,
  window: Window,
  note: z.optional(z.string()),
  lines: z.array(z.strictObject({ text: z.string(), minor: z.nullable(z.int()) })),
  km: z.number(),
});
const row = () => ({
  id: "018f2f6e-7c3a-7b7e-8e1a-0123456789ab",
  window: { start: "2026-06-17T08:00:00.000Z", end: "2026-06-17T09:00:00.000Z" },
  note: undefined,
  lines: [{ text: "one", minor: null }],
  km: 1.5,
});

/** A check of one kind after as many good replies as were asked for. */
function checkAfter(replies: number) {
  const check = replyCheck(Row);
  for (let nth = 0; nth < replies; nth += 1) check(row());
  return check;
}

// v5.0.0-15.3.1
test.each([
  ["by the schema", 0],
  ["by compiled code", REPLIES_BEFORE_COMPILING],
])("held %s, a reply leaves as it is and nothing that is not named leaves", (_, replies) => {
  const check = checkAfter(replies);
  expect(check(row())).toEqual(row());
  const wrong = [
    { ...row(), secret: "hash" },
    { ...row(), window: { ...row().window, secret: "hash" } },
    { ...row(), lines: [...row().lines, { text: "two", minor: 1, secret: "hash" }] },
    { ...row(), id: "1" },
    { ...row(), window: { start: "yesterday", end: "today" } },
    { ...row(), lines: [{ text: "two", minor: 0.5 }] },
    { ...row(), lines: [{ text: null, minor: 1 }] },
    { ...row(), lines: undefined },
    { ...row(), km: NaN },
    { ...row(), km: Infinity },
    { id: row().id },
    [row()],
    null,
  ];
  for (const reply of wrong) expect(() => check(reply), JSON.stringify(reply)).toThrow(z.core.$ZodError);
});

test("a schema that leaves out what it does not name does so in compiled code, too", () => {
  const check = replyCheck(z.object({ kept: z.string() }));
  for (let nth = 0; nth <= REPLIES_BEFORE_COMPILING; nth += 1)
    expect(check({ kept: "yes", secret: "hash" })).toEqual({ kept: "yes" });
});

/** The value as many times as it holds objects, each time with a field more in another of them. */
function eachWithMore(value: unknown): unknown[] {
  let seen = 0;
  const copy = (one: unknown, nth: number): unknown => {
    if (Array.isArray(one)) return one.map((inner) => copy(inner, nth));
    if (typeof one !== "object" || one === null) return one;
    seen += 1;
    const more = seen === nth ? { "not named": 1 } : {};
    const fields = Object.entries(one).map(([name, inner]) => [name, copy(inner, nth)]);
    return { ...Object.fromEntries(fields), ...more };
  };
  copy(value, 0);
  return Array.from({ length: seen }, (_, n) => {
    seen = 0;
    return copy(value, n + 1);
  });
}

test.each(endpointsOfRooms().map((endpoint) => [endpoint.id, endpoint.reply] as const))(
  "%s: compiled code says yes where the schema does, and no to a field more anywhere",
  (_, reply) => {
    const passes = compiledCheck(reply);
    const sample = sampleOf(reply);
    expect(passes(sample)).toBe(true);
    expect(reply.parse(sample), "the schema changes nothing of what is right").toEqual(sample);
    const refused = eachWithMore(sample).filter((more) => !reply.safeParse(more).success);
    expect(refused.filter(passes)).toEqual([]);
  },
);

test("of replies that the database wrote the first ones and one in a hundred later are held to the schema", () => {
  const check = replyCheck(Row);
  const good = new Written<unknown>(JSON.stringify({ ...row(), note: "x" }));
  const wrong = new Written<unknown>(JSON.stringify({ ...row(), secret: "hash" }));
  const refused: number[] = [];
  for (let nth = 1; nth <= 3 * WRITTEN_CHECKED_EVERY; nth += 1) {
    try {
      expect(check(wrong)).toBe(wrong);
    } catch {
      refused.push(nth);
    }
  }
  expect(refused.slice(0, REPLIES_BEFORE_COMPILING)).toEqual(
    Array.from({ length: REPLIES_BEFORE_COMPILING }, (_, nth) => nth + 1),
  );
  expect(refused.slice(REPLIES_BEFORE_COMPILING)).toEqual([100, 200, 300]);
  expect(replyCheck(Row)(good)).toBe(good);
});
