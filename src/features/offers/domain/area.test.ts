import { expect, test } from "vitest";
import { areaOf } from "./area.ts";

const at = { label: "", street: null, postcode: null, city: null };

test.each([
  [{ ...at, street: "Lindenstraße", postcode: "10969", city: "Berlin" }, "Lindenstraße, 10969 Berlin"],
  [{ ...at, street: "Lindenstraße 12 a", city: "Berlin" }, "Lindenstraße, Berlin"],
  [{ ...at, street: "12, rue des Ponts", city: "Nancy" }, "rue des Ponts, Nancy"],
  [{ ...at, label: "Dr. Ruiz, Calle Mayor 5, Madrid" }, "Calle Mayor, Madrid"],
  [{ ...at, label: "Hafen" }, "Hafen"],
])("an area names no door: %j", (where, area) => {
  expect(areaOf(where)).toBe(area);
});
