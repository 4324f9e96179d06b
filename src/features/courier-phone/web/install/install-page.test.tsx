import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";
import { chooseAndStoreLocale, setLocale, startWords } from "#web/i18n/words.ts";
import { InstallPage } from "./install-page.tsx";

beforeAll(() => startWords("hall", "session", "courier", "courier-phone", "install"));
beforeEach(() => stubServer({}));
afterEach(async () => {
  cleanup();
  Reflect.deleteProperty(navigator, "standalone");
  await setLocale("en");
});

const show = () =>
  act(async () => {
    render(
      <Suspense fallback={null}>
        <InstallPage />
      </Suspense>,
    );
  });

test("a browser without a prompt is led to its menu", async () => {
  await show();
  expect(screen.getByText(/Open the menu of your browser/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Install Waybill" })).toBeNull();
});

test.each([
  ["en", "“Add to Home Screen”"],
  ["de", "„Zum Home-Bildschirm“"],
  ["es", "«Añadir a pantalla de inicio»"],
  ["fr", "« Sur l’écran d’accueil »"],
  ["ar", "«إضافة إلى الشاشة الرئيسية»"],
] as const)("iOS is shown four steps in pictures, by the names of the system (%s)", async (locale, row) => {
  Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
  await chooseAndStoreLocale(locale);
  await show();
  const steps = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(steps.map((step) => step.querySelectorAll("svg.ios-picture").length)).toEqual([1, 1, 1, 1]);
  expect(steps[1]?.textContent?.replaceAll("\u00A0", " ")).toContain(row);
});

test("the browser's prompt opens by a press, and says so once it is accepted", async () => {
  await show();
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(async () => ({ outcome: "accepted" }));
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  await act(async () => void dispatchEvent(offer));
  expect(prompt).not.toHaveBeenCalled();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Install Waybill" })));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.getByText("You are using Waybill from the home screen.")).toBeTruthy();
});
