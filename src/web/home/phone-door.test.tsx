import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { setLocale, startWords } from "../i18n/words.ts";
import { PhoneDoor } from "./phone-door.tsx";

beforeAll(async () => {
  await startWords("hall", "home");
  await setLocale("en");
});
afterEach(cleanup);

const show = (issuer: string, phoneUrl?: string) => {
  const demo = { on: true, people: [], ...(phoneUrl !== undefined && { phoneUrl }) };
  render(<PhoneDoor config={{ issuer, demo } as unknown as BrowserConfig} />);
};

test("a phone's address is drawn as a code", async () => {
  show("https://id.example", "https://parcels.example");
  await screen.findByRole("img", { name: "Code with the address https://parcels.example/c" });
  expect(screen.getByText("https://parcels.example/c").dir).toBe("ltr");
});

test.each([
  ["http://localhost:8081", "adb reverse tcp:3000 tcp:3000 && adb reverse tcp:8081 tcp:8081"],
  ["https://id.example", "adb reverse tcp:3000 tcp:3000"],
])("where no phone gets at %s, the command stands there, and why there is no code", (issuer, command) => {
  show(issuer);
  screen.getByText(/only over https.+ Set WAYBILL_PUBLIC_URL to one and WAYBILL_OIDC_ISSUER to/);
  screen.getByText(command);
  screen.getByText("http://localhost:3000/c");
  expect(screen.queryByRole("img")).toBeNull();
});
