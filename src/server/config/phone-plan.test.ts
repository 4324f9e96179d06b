import { expect, test } from "vitest";
import { phonePlanOf } from "./phone-plan.ts";

const plan = (country: string | undefined, timeZone = "Etc/UTC", demo = false) =>
  phonePlanOf({ country, timeZone, demo });

test("a country's calling code and trunk prefix are known", () => {
  expect(plan("DE")).toEqual({ callingCode: "49", trunk: "0", digits: 15 });
  expect(plan("FR")).toEqual({ callingCode: "33", trunk: "0", digits: 9 });
  expect(plan("ES")).toEqual({ callingCode: "34", trunk: "", digits: 9 });
  expect(plan("IT")).toEqual({ callingCode: "39", trunk: "", digits: 11 });
  expect(plan("US")).toEqual({ callingCode: "1", trunk: "1", digits: 10 });
  expect(plan("EG")).toEqual({ callingCode: "20", trunk: "0", digits: 10 });
});

test("without a country the time zone names it; a zone without a country has no plan, but the demo's town has", () => {
  expect(plan(undefined, "Europe/Vienna")?.callingCode).toBe("43");
  expect(plan(undefined, "Asia/Dubai")?.callingCode).toBe("971");
  expect(plan(undefined, "Etc/GMT-3")).toBeUndefined();
  expect(plan(undefined, "Etc/GMT-3", true)).toEqual({ callingCode: "49", trunk: "0", digits: 15 });
});
