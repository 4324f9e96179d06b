import { render, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { setLocale, startWords } from "../i18n/words.ts";
import { loadConfig } from "../session/config.ts";
import { LanguageSelect } from "./language-select.tsx";

const ON_OFFER = ["de", "en"];

beforeAll(async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ locales: ON_OFFER })));
  await startWords("hall");
  await setLocale("en");
});

test("only the languages that the operator lists are offered", async () => {
  await loadConfig();
  render(<LanguageSelect />);
  const choices = screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value);
  expect(choices).toEqual(ON_OFFER);
});
