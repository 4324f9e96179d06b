import { expect, test } from "vitest";
import { rank, type Candidate } from "./rank.ts";

const place = (
  kind: Candidate["kind"],
  closeness: number,
  houseNumber: string | null = null,
  distanceM: number | null = null,
) => ({
  kind,
  closeness,
  houseNumber,
  distanceM,
});

test("with a number the house comes before its street, and the street before a shop of the same name", () => {
  const [shop, street, house] = [place("poi", 1), place("street", 1), place("address", 1, "12")];
  expect(rank([shop, street, house], "12")).toEqual([house, street, shop]);
});

test("a number that begins like the typed one follows the exact one", () => {
  const [twelve, exact, twenty] = [
    place("address", 1, "12"),
    place("address", 1, "1"),
    place("address", 1, "120"),
  ];
  expect(rank([twenty, twelve, exact], "1")).toEqual([exact, twelve, twenty]);
});

test("without a number the street comes first, then its houses in order, then shops", () => {
  const [shop, ten, two, street] = [
    place("poi", 1),
    place("address", 1, "10"),
    place("address", 1, "2"),
    place("street", 1),
  ];
  expect(rank([shop, ten, two, street], null)).toEqual([street, two, ten, shop]);
});

test("of two equal names the nearer one comes first", () => {
  const [far, near] = [place("street", 0.9, null, 4000), place("street", 0.9, null, 200)];
  expect(rank([far, near], null)).toEqual([near, far]);
});

test("noise is left out", () => {
  expect(rank([place("street", 0.2)], null)).toEqual([]);
  expect(rank([place("street", 1), place("street", 0.5)], null)).toHaveLength(1);
});
