import { expect, test } from "vitest";
import { cardText } from "./card-text.ts";

test.each([
  ["visa", "Visa •••• 4242"],
  ["amex", "American Express •••• 4242"],
  ["unknown", "•••• 4242"],
  ["Newcard", "Newcard •••• 4242"],
])("a card of the brand %s is named", (brand, text) => {
  expect(cardText({ brand, last4: "4242" })).toBe(text);
});
