import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InstallHint } from "./install-hint.tsx";

const show = () =>
  act(async () => {
    render(
      <Suspense fallback={null}>
        <InstallHint text="Put it there" show="Show me" later="Not now" />
      </Suspense>,
    );
  });
const setPhone = (isPhone: boolean) => {
  if (isPhone) Object.defineProperty(navigator, "standalone", { value: false, configurable: true });
  else Reflect.deleteProperty(navigator, "standalone");
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  setPhone(false);
});

test("a desktop without a way to install is not asked", async () => {
  await show();
  expect(screen.queryByText("Put it there")).toBeNull();
});

test.each(["Show me", "Not now"])("after “%s” a phone is never asked again", async (answer) => {
  setPhone(true);
  await show();
  expect((await screen.findByRole("link", { name: "Show me" })).getAttribute("href")).toBe("/c/install");
  fireEvent.click(screen.getByText(answer));
  expect(screen.queryByText("Put it there")).toBeNull();
  cleanup();
  await show();
  expect(screen.queryByText("Put it there")).toBeNull();
});

test("a browser that offers to install shows no bar of its own", async () => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  await show();
  await act(async () => void dispatchEvent(Object.assign(offer, { prompt: () => undefined })));
  expect(offer.defaultPrevented).toBe(true);
  expect(screen.getByText("Put it there")).toBeTruthy();
});
