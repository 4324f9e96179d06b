import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAYMENT_PROBLEMS } from "#features/payments/contract/payment-problems.ts";
import english from "#features/payments/web/words/en.json" with { type: "json" };
import { titleHas } from "./support/checks/test-titles.ts";

interface Proof {
  readonly kind: string;
  readonly file: string;
  readonly title: string;
}

/** Kind of a proof by its file and what it imports, in the words of the list. */
function kindOf(file: string, source: string): string {
  if (file.startsWith("test/e2e/")) return "product in a browser";
  if (file.includes("/server/")) return "server on its database";
  if (source.includes("#test/support/web/stub-server.ts")) return "component before a server of the test";
  return "one part alone";
}

const SOURCE = readFileSync("docs/payment-failures.md", "utf8");
const listed = SOURCE.split("\n")
  .filter((line) => /^\| \d+ /.test(line))
  .map((line) => {
    const [, number = "", code = "", told = "", sentence = "", ways = "", proofs = ""] = line
      .split("|")
      .map((cell) => cell.trim());
    return {
      row: [number, code, told, sentence, ways],
      code: code.replaceAll("`", ""),
      proofs: proofs.split("<br>").map((proof): Proof => {
        const [, kind = "", file = "", title = ""] = /^(.+): `(.+)` › (.+)$/.exec(proof) ?? [];
        return { kind, file, title };
      }),
    };
  });

test("every problem of card payments is listed as the contract has it, with its English sentence", () => {
  expect(listed.map(({ row }) => row)).toEqual(
    PAYMENT_PROBLEMS.map(({ number, code, told, says, ways }) => [
      String(number),
      `\`${code}\``,
      told.join(", "),
      says === undefined ? "nothing" : english[says],
      ways.length === 0 ? "by itself" : ways.join(", "),
    ]),
  );
});

test.each(listed)("$code is made to happen by tests that name it, of the kind listed", ({ code, proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  for (const { kind, file, title } of proofs) {
    const source = readFileSync(file, "utf8");
    expect(title).toBe(code);
    expect(kind, file).toBe(kindOf(file, source));
    expect(titleHas(file, source, code), `${file} › ${code}`).toBe(true);
  }
});
