import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical } from "#kernel/canonical.ts";
import { START, chainFaults, chainOf, headOf } from "./chain.ts";
import { type Beside, faultsOf, sealed, textOf } from "./sealed-file.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const value = fc.jsonValue({ maxDepth: 2 });
const facts = fc.uniqueArray(value, {
  minLength: 2,
  maxLength: 12,
  selector: (one) => JSON.stringify(one),
});
const place = fc.nat();
const seed = process.env["WAYBILL_SEED"] === undefined ? {} : { seed: Number(process.env["WAYBILL_SEED"]) };
const holds = <T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>) => fc.assert(property, seed);
const at = (list: readonly unknown[], nth: number): number => nth % list.length;

describe("the chain of facts", () => {
  test("as it was made it has no fault, and reads back from its text the same", () => {
    holds(
      fc.property(facts, (given) => {
        const chain = chainOf(given, hash);
        expect(chain[0]?.before).toBe(START);
        expect(chainFaults(JSON.parse(textOf(chain)), headOf(chain), hash)).toEqual([]);
      }),
    );
  });

  test("any fact that is changed, removed, doubled or moved is found", () => {
    holds(
      fc.property(facts, place, place, value, (given, one, other, another) => {
        const chain = chainOf(given, hash);
        const [i, j] = [at(chain, one), at(chain, other)];
        const here = chain[i];
        if (!here) throw new Error("no such place");
        const faults = (changed: typeof chain) => chainFaults(changed, headOf(chain), hash);
        expect(faults(chain.toSpliced(i, 1))).not.toEqual([]);
        expect(faults(chain.toSpliced(j, 0, here))).not.toEqual([]);
        const moved = chain.toSpliced(i, 1).toSpliced(j, 0, here);
        expect(faults(moved).length > 0).toBe(i !== j);
        const changed = chain.with(i, { ...here, fact: another });
        const isAnother = canonical(another) !== canonical(here.fact);
        expect(faults(changed)).toEqual(isAnother ? [{ kind: "fact", at: i + 1 }] : []);
      }),
    );
  });

  test("whoever makes all hashes anew has another end", () => {
    holds(
      fc.property(facts, place, (given, one) => {
        const forged = chainOf(given.toSpliced(at(given, one), 1), hash);
        expect(headOf(forged)).not.toBe(headOf(chainOf(given, hash)));
      }),
    );
  });
});

describe("the sealed file", () => {
  const picture = { name: "proofs/2-photo.jpg", bytes: 3, sha256: hash("abc") };
  const readme = { name: "README.txt", bytes: 2, sha256: hash("hi") };
  const proof = { kind: "proof", file: picture.name, sha256: picture.sha256 };
  const chain = chainOf([{ kind: "booked" }, proof], hash);
  const files = [readme, picture];
  const file = sealed({ delivery: "WB-1", issuer: "Nord", facts: chain, head: headOf(chain), files }, hash);

  test("is whole with its files", () => expect(faultsOf(file, files, hash)).toEqual([]));

  test.each<[string, Beside[], string]>([
    ["is missing", [readme], "The file proofs/2-photo.jpg is missing."],
    ["is another", [readme, { ...picture, sha256: hash("abd") }], "proofs/2-photo.jpg was changed"],
    ["was added", [...files, { ...picture, name: "proofs/3.jpg" }], "The file proofs/3.jpg was added."],
  ])("says so where a file %s", (_what, found, sentence) => {
    expect(faultsOf(file, found, hash).join("\n")).toContain(sentence);
  });

  test("says so where a picture was swapped together with its line in the list", () => {
    const swapped = { ...picture, sha256: hash("abd") };
    const forged = sealed({ ...file, files: [readme, swapped] }, hash);
    expect(faultsOf(forged, [readme, swapped], hash)).toEqual([
      "The file proofs/2-photo.jpg is not the picture that its fact names.",
    ]);
  });

  test("says so where a picture was added together with its line in the list", () => {
    const more = { ...picture, name: "proofs/3.jpg" };
    const forged = sealed({ ...file, files: [...files, more] }, hash);
    expect(faultsOf(forged, [...files, more], hash)).toEqual(["No fact names the file proofs/3.jpg."]);
  });

  test("says so where its seal, issuer or delivery is another", () => {
    for (const changed of [{ seal: START }, { issuer: "Süd" }, { delivery: "WB-2" }])
      expect(faultsOf({ ...file, ...changed }, files, hash)).toEqual([
        "The seal does not fit what it seals.",
      ]);
  });
});
