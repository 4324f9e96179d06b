import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLocale, startWords } from "../i18n/words.ts";
import { Menu } from "./menu.tsx";

beforeAll(async () => {
  await startWords("hall");
  await setLocale("en");
});
afterEach(cleanup);

test("Escape leads back to the menu's button, though the focus moved while the menu's code was fetched", async () => {
  render(
    <main id="main" tabIndex={-1}>
      <button type="button">Day before</button>
      <Menu label="Bo Hansen" items={[{ label: "Account", href: "/account" }]} />
    </main>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Bo Hansen" }));
  act(() => document.getElementById("main")?.focus());
  const item = await screen.findByRole("menuitem", { name: "Account" });
  await waitFor(() => expect(screen.getByRole("menu").contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? item, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Bo Hansen" }));
});

test("Escape leads back to the menu's button, though the page took the focus as the menu opened", async () => {
  render(
    <main id="main" tabIndex={-1}>
      <Menu label="Bo Hansen" items={[{ label: "Account", href: "/account" }]} />
    </main>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Bo Hansen" }));
  document.addEventListener("focusin", () => document.getElementById("main")?.focus(), { once: true });
  const item = await screen.findByRole("menuitem", { name: "Account" });
  fireEvent.keyDown(item, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  const button = await screen.findByRole("button", { name: "Bo Hansen" });
  await waitFor(() => expect(document.activeElement).toBe(button));
});
