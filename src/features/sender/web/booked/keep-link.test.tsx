import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { KEY, ID, booked } from "#test/support/people/booked-page.tsx";
import { stubAuth } from "#test/support/sign-in/stub-auth.ts";
import { stubServer } from "#test/support/web/stub-server.ts";
import { chooseAndStoreLocale, setLocale, startWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import { PREFIX } from "../booking-key.ts";
import { KeepLink } from "./keep-link.tsx";

beforeAll(async () => {
  stubAuth();
  stubServer({}, { mails: "folder" });
  await loadConfig();
  await startWords("hall", "sender", "booked");
  await setLocale("en");
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test.each([
  ["en", /lies in the folder “mails”/],
  ["de", /im Ordner „mails“/],
  ["fr", /dans le dossier « mails »/],
  ["es", /en la carpeta «mails»/],
  ["ar", /في المجلد «mails»/],
] as const)("where no mail leaves, a guest reads in the language %s where it lies", async (locale, where) => {
  localStorage.setItem(PREFIX + ID, KEY);
  await chooseAndStoreLocale(locale);
  const sender = { ...booked.sender, email: "sam@example.org" };
  await act(async () => void render(<KeepLink order={{ ...booked, sender }} />));
  expect(screen.getByText(where).textContent).toContain("sam@example.org");
});
