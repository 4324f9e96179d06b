import { expect, test } from "vitest";
import { FAILURE_REASONS, reasonOf, reasonsFor } from "#features/parcels/domain/reasons.ts";
import { checkReasons, isLastOn, withStanding } from "./check-reasons.ts";
import {
  DEFAULT_TERMS,
  MAX_OWN_REASONS,
  NO_NAMES,
  type ReasonTerms,
  actionsFor,
  nameOfReason,
  newReason,
  reasonsOf,
} from "./terms.ts";

const DOG: ReasonTerms = {
  ...newReason("dropoff", "dogbarks"),
  fault: "recipient",
  nextAction: "hub",
  proofs: ["photo"],
  names: { ...NO_NAMES, en: "A dog in the yard" },
};
const put = (code: string, change: Partial<ReasonTerms>): ReasonTerms[] =>
  DEFAULT_TERMS.map((one) => (one.code === code ? { ...one, ...change } : one));
const faultsOf = (reasons: readonly ReasonTerms[], saved: readonly ReasonTerms[] = DEFAULT_TERMS) =>
  checkReasons(reasons, { saved, own: "en" }).map(({ path, code }) => `${path} ${code}`);

test("a company that changed nothing has the product's reasons, each as it is, and they are in order", () => {
  expect(reasonsOf()).toEqual(FAILURE_REASONS);
  expect(reasonsOf([])).toEqual(FAILURE_REASONS);
  expect(faultsOf(DEFAULT_TERMS)).toEqual([]);
});

test("an own reason stands in its stage with its consequences, and the sender pays where it says so", () => {
  const all = reasonsOf([...DEFAULT_TERMS, DOG]);
  expect(reasonOf("deliver", DOG.code, all)).toMatchObject({
    fault: "recipient",
    nextAction: "hub",
    proofs: ["photo"],
    chargeable: true,
  });
  expect(reasonOf("return", DOG.code, all)).toBeDefined();
  expect(reasonOf("collect", DOG.code, all)).toBeUndefined();
  expect(reasonsFor("deliver", all).map(({ code }) => code)).toContain(DOG.code);
  const both = reasonsOf([{ ...DOG, phase: "transit" }]);
  expect(reasonOf("collect", DOG.code, both)).toBeDefined();
});

test("one that is off is not offered, and is still known", () => {
  const all = reasonsOf(put("weather", { isOn: false, fault: "carrier", proofs: ["note"] }));
  expect(reasonsFor("deliver", all).some(({ code }) => code === "weather")).toBe(false);
  expect(reasonOf("deliver", "weather", all)).toMatchObject({ fault: "carrier", proofs: ["note"] });
});

test("a reason is read in the reader's language, else by the built-in name, else in the company's own language", () => {
  const names = { ...NO_NAMES, de: "Hund", fr: "Chien" };
  const read = (locale: "de" | "ar" | "fr", builtIn?: string) =>
    nameOfReason({ code: "x", names }, { locale, own: "fr", builtIn });
  expect([read("de"), read("ar"), read("ar", "كلب"), read("de", "built in")]).toEqual([
    "Hund",
    "Chien",
    "كلب",
    "Hund",
  ]);
  expect(nameOfReason({ code: "x", names: NO_NAMES }, { locale: "de", own: "fr", builtIn: undefined })).toBe(
    "x",
  );
});

test("each fault names its member", () => {
  const own = [...DEFAULT_TERMS, DOG];
  const at = DEFAULT_TERMS.length;
  const changed = (change: Partial<ReasonTerms>) => [...DEFAULT_TERMS, { ...DOG, ...change }];
  expect(faultsOf(own, own)).toEqual([]);
  expect(faultsOf(DEFAULT_TERMS, own)).toEqual(["reasons not-each-once"]);
  expect(faultsOf([...own, DOG])).toContain("reasons not-each-once");
  expect(faultsOf(changed({ names: { ...NO_NAMES, de: "Hund" } }))).toEqual([
    `reasons.${at}.names.en no-name`,
  ]);
  expect(faultsOf([...own, { ...DOG, code: "own_other" }])).toEqual([
    `reasons.${at}.names.en same-name`,
    `reasons.${at + 1}.names.en same-name`,
  ]);
  expect(faultsOf(changed({ code: "dog" }))).toEqual([`reasons.${at}.code not-own`]);
  expect(faultsOf(changed({ phase: "pickup" }), own)).toEqual([`reasons.${at}.phase other-stage`]);
  expect(faultsOf(changed({ nextAction: "requote" }))).toEqual([`reasons.${at}.nextAction other-action`]);
  expect(faultsOf(changed({ proofs: ["note", "note"] }))).toEqual([`reasons.${at}.proofs proof-twice`]);
});

test("a reason keeps the next action that it begins with as a choice", () => {
  expect(actionsFor("too_big")).toEqual(["requote", "retry", "hub", "return", "settle"]);
  expect(actionsFor(DOG.code)).toEqual(["retry", "hub", "return", "settle"]);
});

test("a company adds so many and no more", () => {
  const many = (n: number) =>
    Array.from({ length: n }, (_, at): ReasonTerms => ({
      ...DOG,
      code: `own_${"abcdefghijklmnopqrstuvwxyz_"[at % 27]}${at < 27 ? "a" : "b"}x`,
      names: { ...NO_NAMES, en: `Dog ${at}` },
    }));
  expect(faultsOf([...DEFAULT_TERMS, ...many(MAX_OWN_REASONS)])).toEqual([]);
  expect(faultsOf([...DEFAULT_TERMS, ...many(MAX_OWN_REASONS + 1)])).toEqual([
    `reasons.${DEFAULT_TERMS.length + MAX_OWN_REASONS} too-many`,
  ]);
});

test.each(["pickup", "dropoff", "transit"] as const)("the last reason of a stage stays on (%s)", (phase) => {
  const off = DEFAULT_TERMS.map((one) => (one.phase === phase ? { ...one, isOn: false } : one));
  const last = off.findLastIndex((one) => one.phase === phase);
  expect(faultsOf(off)).toEqual([`reasons.${last}.isOn last-on`]);
  const all = off.map((one, at) => (at === last ? { ...one, isOn: true } : one));
  expect(faultsOf(all)).toEqual([]);
  expect(all.filter((one) => one.isOn && isLastOn(all, one)).map(({ code }) => code)).toEqual([
    all[last]?.code,
  ]);
});

test("a file adds and changes reasons; those that it does not name stay", () => {
  const file = [{ ...DOG, isOn: false }];
  expect(withStanding(file, [...DEFAULT_TERMS, DOG])).toEqual([{ ...DOG, isOn: false }, ...DEFAULT_TERMS]);
});
