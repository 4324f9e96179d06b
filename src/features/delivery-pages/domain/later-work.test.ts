import * as fc from "fast-check";
import { expect, test } from "vitest";
import { money, zero } from "#kernel/money.ts";
import { type Tried, costOfNext, laterWorkOf } from "./later-work.ts";

const later = { extraAttempt: money(292, "EUR"), return: money(583, "EUR") };

/** Tasks in words: `deliver recipient` failed by the recipient, `deliver ok` succeeded, `deliver hub` was handed out there. */
const tasksOf = (words: string): Tried[] =>
  words
    .split(", ")
    .filter(Boolean)
    .map((one, nth) => {
      const [kind = "", end = ""] = one.split(" ");
      // Safe: the tables below name kinds alone.
      const base = { id: `t${nth + 1}`, kind: kind as Tried["kind"] };
      if (end === "open" || end === "cancelled") return { ...base, state: end, outcome: null };
      if (end === "ok") return { ...base, state: "succeeded", outcome: { fault: null } };
      if (end === "hub") return { ...base, state: "succeeded", outcome: { fault: null, place: "hub" } };
      return { ...base, state: "failed", outcome: { fault: end } };
    });
const owed = (words: string) => laterWorkOf(tasksOf(words)).map(({ taskId, kind }) => `${taskId} ${kind}`);

test.each([
  ["collect ok, deliver ok", []],
  ["collect ok, deliver recipient", []],
  ["collect ok, deliver recipient, deliver open", []],
  ["collect ok, deliver recipient, deliver cancelled", []],
  ["collect ok, deliver recipient, deliver ok", ["t3 extraAttempt"]],
  ["collect ok, deliver sender, deliver ok", ["t3 extraAttempt"]],
  ["collect ok, deliver carrier, deliver ok", []],
  ["collect ok, deliver nobody, deliver ok", []],
  ["collect ok, deliver recipient, deliver carrier", []],
  ["collect ok, deliver recipient, deliver carrier, deliver ok", []],
  ["collect ok, deliver recipient, deliver recipient, deliver ok", ["t3 extraAttempt", "t4 extraAttempt"]],
  ["collect ok, deliver recipient, deliver cancelled, deliver ok", ["t4 extraAttempt"]],
  ["collect ok, deliver recipient, deliver hub", []],
  ["collect sender, collect ok, deliver ok", ["t2 extraAttempt"]],
  ["collect carrier, collect ok, deliver ok", []],
  ["collect ok, deliver recipient, return ok", ["t3 return"]],
  ["collect ok, deliver recipient, return open", []],
  ["collect ok, deliver recipient, return carrier", []],
  ["collect ok, deliver recipient, deliver cancelled, return ok", ["t4 return"]],
  ["collect ok, deliver carrier, return ok", []],
  ["collect ok, deliver nobody, return ok", []],
  ["collect ok, deliver recipient, deliver carrier, return ok", []],
  ["collect ok, deliver cancelled, return ok", []],
  ["collect ok, deliver recipient, return recipient, return ok", ["t4 extraAttempt", "t4 return"]],
  ["collect ok, deliver recipient, deliver recipient, return ok", ["t3 extraAttempt", "t4 return"]],
] as const)("after %s the sender owes %j", (words, expected) => {
  expect(owed(words)).toEqual(expected);
});

test.each([
  ["collect ok, deliver recipient", 292, 583],
  ["collect ok, deliver sender", 292, 583],
  ["collect ok, deliver carrier", null, null],
  ["collect ok, deliver nobody", null, null],
  ["collect sender", 292, null],
  ["collect ok", null, null],
  ["collect ok, deliver recipient, return recipient", 292, 583],
  ["collect ok, deliver recipient, deliver open", 292, 583],
] as const)("after %s another try costs %j and the way back %j", (words, again, back) => {
  const tasks = tasksOf(words);
  expect(costOfNext("extraAttempt", tasks, later)?.minor ?? null).toBe(again);
  expect(costOfNext("return", tasks, later)?.minor ?? null).toBe(back);
  expect(costOfNext("extraAttempt", tasks, undefined)).toBeNull();
  expect(costOfNext("return", tasks, { ...later, return: zero("EUR") })).toBeNull();
});

const FAULTS = ["sender", "recipient", "carrier", "nobody"] as const;
const tries = fc
  .tuple(
    fc.array(fc.constantFrom(...FAULTS), { maxLength: 4 }),
    fc.constantFrom("deliver", "return"),
    fc.array(fc.constantFrom(...FAULTS), { maxLength: 3 }),
  )
  .map(([failed, kind, more]) => [
    "collect ok",
    ...failed.map((fault) => `deliver ${fault}`),
    ...(kind === "return" ? [...more.map((fault) => `return ${fault}`), "return ok"] : ["deliver ok"]),
  ]);

test("what was owed stays owed whatever follows, at most once for each task and kind, and never by our fault", () => {
  fc.assert(
    fc.property(tries, (words) => {
      let before: string[] = [];
      for (let n = 1; n <= words.length; n += 1) {
        const now = owed(words.slice(0, n).join(", "));
        expect(now).toEqual(expect.arrayContaining(before));
        before = now;
      }
      expect(new Set(before).size).toBe(before.length);
      expect(before.length > 0 && !words.some((one) => /sender|recipient/.test(one))).toBe(false);
    }),
  );
});

test("a try costs what was said before it was planned", () => {
  fc.assert(
    fc.property(tries, fc.constantFrom("extraAttempt", "return"), (words, kind) => {
      const tasks = tasksOf(words.join(", ")).slice(0, -1);
      const done = { id: "done", state: "succeeded", outcome: { fault: null } } as const;
      const next = kind === "return" ? "return" : (tasks.at(-1)?.kind ?? "collect");
      const cost = costOfNext(kind, tasks, later);
      const charged = laterWorkOf([...tasks, { ...done, kind: next }]).filter(
        (one) => one.taskId === "done" && one.kind === kind,
      );
      expect(charged.length > 0).toBe(cost !== null);
    }),
  );
});
