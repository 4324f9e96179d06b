import { expect, test } from "vitest";
import { BookSearch } from "./steps.ts";

test.each([
  [{ step: "contact" }, "contact"],
  [{ step: "pay", from: "mail" }, "pay"],
  [{ step: "elsewhere" }, "trip"],
  [{ step: ["pay", "trip"] }, "trip"],
  [{}, "trip"],
])("the address's search %j opens the step %s", (search, step) => {
  expect(BookSearch.safeParse(search)).toEqual({ success: true, data: { step } });
});
