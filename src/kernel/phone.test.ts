import { expect, test } from "vitest";
import { toE164 } from "./phone.ts";

const GERMANY = { callingCode: "49", trunk: "0", digits: 15 };

test.each([
  ["030 123 456", GERMANY, "+4930123456"],
  ["(030) 123-456", GERMANY, "+4930123456"],
  ["0049 (30) 123456", GERMANY, "+4930123456"],
  ["+49 (0)30 123456", GERMANY, "+4930123456"],
  ["+33 1 23 45 67 89", GERMANY, "+33123456789"],
  ["٠٣٠ ١٢٣٤٥٦", GERMANY, "+4930123456"],
  ["612 345 678", { callingCode: "34", trunk: "", digits: 9 }, "+34612345678"],
  ["06 1234 5678", { callingCode: "39", trunk: "", digits: 11 }, "+390612345678"],
  ["06 30 123 4567", { callingCode: "36", trunk: "06", digits: 9 }, "+36301234567"],
  ["1 (415) 555-2671", { callingCode: "1", trunk: "1", digits: 10 }, "+14155552671"],
  ["(415) 555-2671", { callingCode: "1", trunk: "1", digits: 10 }, "+14155552671"],
  ["393 123 4567", { callingCode: "39", trunk: "", digits: 11 }, "+393931234567"],
  ["45 12 34 56", { callingCode: "45", trunk: "", digits: 8 }, "+4545123456"],
  ["030 123 456", undefined, "030123456"],
  ["ring twice", GERMANY, "ringtwice"],
])("%s is read as people of the country write it", (typed, plan, e164) => {
  expect(toE164(typed, plan)).toBe(e164);
});

test.each([
  ["with the calling code and no plus", "49 30 1234567", GERMANY],
  ["without the trunk", "30 1234567", GERMANY],
  ["longer than a national number", "45 12 34 56 78", { callingCode: "45", trunk: "", digits: 8 }],
  ["longer than a national number", "39 393 123 4567", { callingCode: "39", trunk: "", digits: 11 }],
  ["longer than a national number", "34 612 345 678", { callingCode: "34", trunk: "", digits: 9 }],
  ["another country's", "49 30 1234567", { callingCode: "1", trunk: "1", digits: 10 }],
])("a number %s is not turned into another one", (_why, typed, plan) => {
  // Without a plus it is refused.
  expect(toE164(typed, plan)).toBe(typed.replaceAll(" ", ""));
});
