import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAILURE_CASES } from "#contract/sign-in-failure-cases.ts";
import { SIGN_IN_FAILURES } from "#contract/sign-in-failures.ts";

interface Listed {
  readonly number: string;
  readonly when: string;
  readonly sentence: string;
  readonly proofs: readonly (readonly [file: string, name: string])[];
}

const listed: readonly Listed[] = readFileSync("docs/sign-in-failures.md", "utf8")
  .split("\n")
  .filter((line) => /^\| F\d+ /.test(line))
  .map((line) => {
    const [, number = "", when = "", sentence = "", proofs = ""] = line.split("|").map((cell) => cell.trim());
    return {
      number,
      when,
      sentence,
      proofs: proofs.split("<br>").map((proof) => {
        const [file = "", name = ""] = proof.split(" › ");
        return [file.replaceAll("`", ""), name] as const;
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

test.each(listed)("$number is made to happen where the list says", ({ proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  for (const [file, name] of proofs) {
    expect(existsSync(file), file).toBe(true);
    expect(readFileSync(file, "utf8"), `${file} › ${name}`).toMatch(new RegExp(`\\b${name}\\b`));
  }
});
