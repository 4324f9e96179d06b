import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROOF_NEEDS, missingProofs } from "./needs.ts";
import type { ProofNeed } from "./needs.ts";
import { ALWAYS, DEFAULT_NEEDS, DEFAULT_RULES, explainNeeds, holds, needsFor } from "./policy.ts";
import type { PolicyFacts, PolicyRule } from "./policy.ts";

const BOOK = { size: "small", massG: 800, fragile: false };
const VASE = { size: "large", massG: 4_000, fragile: true };
const RING = { ...BOOK, valueMinor: 12_500 };
const WINE = { ...BOOK, ageRestricted: true };
const facts = (...parcels: PolicyFacts["parcels"]): PolicyFacts => ({ serviceLevel: "same_day", parcels });

const rule = (id: string, part: Partial<PolicyRule>): PolicyRule => ({
  id,
  phase: "deliver",
  end: "succeed",
  required: [],
  preferred: [],
  ...part,
  when: { ...ALWAYS, ...part.when },
});

describe("a rule holds", () => {
  const when = (part: Partial<PolicyRule["when"]>) => rule("r", { when: { ...ALWAYS, ...part } });
  test.each([
    ["always, without a condition", {}, facts(BOOK), true],
    ["for its service level", { serviceLevels: ["same_day"] }, facts(BOOK), true],
    ["for no other service level", { serviceLevels: ["asap_60"] }, facts(BOOK), false],
    ["where one parcel has its size", { sizes: ["large"] }, facts(BOOK, VASE), true],
    ["for no other size", { sizes: ["large"] }, facts(BOOK), false],
    ["where one parcel is fragile", { fragile: true }, facts(BOOK, VASE), true],
    ["for nothing that is not fragile, if it wants that", { fragile: true }, facts(BOOK), false],
    ["from the mass of all parcels on", { minMassG: 4_800 }, facts(BOOK, VASE), true],
    ["not below its mass", { minMassG: 4_801 }, facts(BOOK, VASE), false],
    ["from the declared value of all parcels on", { minValueMinor: 25_000 }, facts(RING, RING), true],
    [
      "not below its value, and not where none is declared",
      { minValueMinor: 10_000 },
      facts(BOOK, VASE),
      false,
    ],
    ["where one parcel is for adults", { ageRestricted: true }, facts(BOOK, WINE), true],
    ["for nothing that anybody may take, if it wants that", { ageRestricted: true }, facts(RING), false],
    ["only where all of it is so", { fragile: true, sizes: ["small"] }, facts(VASE), false],
  ] as const)("%s", (_, part, given, expected) => {
    expect(holds(when(part), given)).toBe(expected);
  });
});

test("the strictest of the rules that hold decides, whatever their order, and is named", () => {
  const rules = [
    rule("soft", { preferred: ["photo", "note"] }),
    rule("hard", { required: ["photo"] }),
    rule("hard too", { required: ["photo"] }),
    rule("heavy", { required: ["signature"], when: { ...ALWAYS, minMassG: 100_000 } }),
  ];
  const expected = [
    { need: "photo", level: "required", ruleIds: ["hard", "hard too"] },
    { need: "note", level: "preferred", ruleIds: ["soft"] },
  ];
  expect(explainNeeds(rules, facts(BOOK), "deliver", "succeed")).toEqual(expected);
  expect(needsFor(rules.toReversed(), facts(BOOK)).deliver.succeed).toEqual({
    required: ["photo"],
    preferred: ["note"],
  });
});

test("a required signature is enough where a photo or a signature is asked for", () => {
  const rules = [...DEFAULT_RULES, rule("sign", { required: ["signature"] })];
  expect(needsFor(rules, facts(BOOK)).deliver.succeed.required).toEqual(["recipient_name", "signature"]);
});

test("an organisation that changed nothing asks for a name and a picture at the door, and for nothing where it fails", () => {
  expect(DEFAULT_NEEDS).toEqual({
    collect: { succeed: { required: [], preferred: ["barcode"] }, fail: { required: [], preferred: [] } },
    deliver: {
      succeed: { required: ["recipient_name", "photo_or_signature"], preferred: ["barcode"] },
      fail: { required: [], preferred: [] },
    },
    return: {
      succeed: { required: [], preferred: ["recipient_name", "photo_or_signature", "barcode"] },
      fail: { required: [], preferred: [] },
    },
  });
});

test("one more rule never asks for less", () => {
  const needs = fc.subarray([...PROOF_NEEDS].filter((need) => need !== "photo_or_signature"));
  const rules = fc.array(
    fc.tuple(needs, needs).map(([required, preferred]) => rule("any", { required, preferred })),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(rules, rules, (some, more) => {
      const few = needsFor(some, facts(VASE)).deliver.succeed;
      const many = needsFor([...some, ...more], facts(VASE)).deliver.succeed;
      expect(many.required).toEqual(expect.arrayContaining([...few.required]));
      expect([...many.required, ...many.preferred]).toEqual(expect.arrayContaining([...few.preferred]));
    }),
  );
});

describe("a need is met", () => {
  const nothing = { recipientName: null, note: null, proofIds: [] };
  test.each([
    ["recipient_name", { recipientName: "Rita" }, { recipientName: "  " }],
    ["photo_or_signature", { proofIds: ["p"] }, { pictures: [] }],
    ["photo", { proofIds: ["p"], pictures: ["photo"] }, { proofIds: ["p"], pictures: ["signature"] }],
    ["signature", { proofIds: ["p"], pictures: ["signature"] }, { proofIds: ["p"], pictures: ["photo"] }],
    ["barcode", { isScanned: true }, { isScanned: false }],
    ["age_check", { ofAge: true }, { note: "looks old enough" }],
    ["pin", { pinCheck: "right" }, { pinCheck: "wrong" }],
    ["note", { note: "left with the porter" }, { note: " " }],
  ] as const satisfies readonly (readonly [ProofNeed, object, object])[])("%s", (need, met, unmet) => {
    expect(missingProofs([need], { ...nothing, ...met })).toEqual([]);
    expect(missingProofs([need], { ...nothing, ...unmet })).toEqual([need]);
  });
});
