import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAILURE_CASES } from "#contract/sign-in-failure-cases.ts";
import { SIGN_IN_FAILURES } from "#contract/sign-in-failures.ts";
import { testTitles, titleHas } from "./support/checks/test-titles.ts";

interface Proof {
  readonly kind: string;
  readonly file: string;
  readonly title: string;
}

/** Kind of a proof by its file and what it imports, in the words of the list. */
function kindOf(file: string, source: string): string {
  if (file.startsWith("test/e2e/")) return "product in a browser";
  if (file.startsWith("test/evil/")) return "misbehaving provider in a browser";
  if (source.includes("#test/support/sign-in/sign-in-driver.ts"))
    return "real driver in a simulated document";
  if (source.includes("#test/support/sign-in/stub-auth.ts"))
    return "component with a session held by the test";
  return "one part alone";
}

const listed = readFileSync("docs/sign-in-failures.md", "utf8")
  .split("\n")
  .filter((line) => /^\| F\d+ /.test(line))
  .map((line) => {
    const [, number = "", when = "", sentence = "", proofs = ""] = line.split("|").map((cell) => cell.trim());
    return {
      number,
      when,
      sentence,
      proofs: proofs.split("<br>").map((proof): Proof => {
        const [, kind = "", file = "", title = ""] = /^(.+): `(.+)` › (.+)$/.exec(proof) ?? [];
        return { kind, file, title };
      }),
    };
  });

test("every failure of signing in is listed as the contract has it", () => {
  expect(listed.map(({ number, when, sentence }) => [number, when, sentence])).toEqual(
    SIGN_IN_FAILURES.map(({ number, code }) => [
      number,
      FAILURE_CASES[number],
      code ? `\`${code}\`` : "nothing",
    ]),
  );
});

test.each(listed)(
  "$number is made to happen by the tests that the list names, of the kind it names",
  ({ proofs }) => {
    expect(proofs.length).toBeGreaterThan(0);
    for (const { kind, file, title } of proofs) {
      const source = readFileSync(file, "utf8");
      expect(kind, file).toBe(kindOf(file, source));
      expect(titleHas(file, source, title), `${file} › ${title}`).toBe(true);
    }
  },
);

test("only what a test is called or runs for counts, not what is said or done in it", () => {
  const source = `
    // F1
    const ROWS = { F2: () => "F3" };
    const rows = [1].filter((it) => it in ROWS);
    test("F4: is so", () => { say("F5"); });
    describe("F6", () => { test.concurrent.each(["F7"])("%s", () => { /* F8 */ }); });
    test.each(rows)("%s", () => undefined);
  `;
  expect(
    testTitles("a.test.ts", source)
      .filter((it) => /F\d/.test(it))
      .toSorted(),
  ).toEqual(["F2", "F4: is so", "F6", "F7"]);
});
