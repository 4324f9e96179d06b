import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { stubServer } from "#test/support/web/stub-server.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** The notice in a page that was just opened. */
async function freshPage() {
  vi.resetModules();
  vi.stubEnv("DEV", false);
  stubServer({});
  const { loadWords, startWords } = await import("../i18n/words.ts");
  await startWords("hall");
  await loadWords("session");
  const { UpdateNotice } = await import("../shell/notices.tsx");
  const { tellUpdateWaits } = await import("./update-waits.ts");
  return { draw: () => act(async () => void render(<UpdateNotice />)), tellUpdateWaits };
}
const notices = () => screen.queryAllByText("A newer version of Waybill is there.").length;

test("a version that was found before the page was drawn is told as one that is found later", async () => {
  const early = await freshPage();
  early.tellUpdateWaits();
  await early.draw();
  expect(notices()).toBe(1);
  cleanup();

  const later = await freshPage();
  await later.draw();
  expect(notices()).toBe(0);
  await act(async () => later.tellUpdateWaits());
  expect(notices()).toBe(1);
});
