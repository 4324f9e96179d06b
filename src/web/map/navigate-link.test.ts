import { expect, test } from "vitest";
import { navigateLink } from "./navigate-link.ts";

const door = { lat: 50.2, lon: 10.9 };

test("every device opens its own navigation", () => {
  expect(navigateLink(door, "Mozilla/5.0 (Linux; Android 15)")).toBe("geo:50.2,10.9?q=50.2,10.9");
  expect(navigateLink(door, "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)")).toBe("maps://?daddr=50.2,10.9");
  expect(navigateLink(door, "Mozilla/5.0 (X11; Linux x86_64)")).toContain("to=50.2%2C10.9");
});
