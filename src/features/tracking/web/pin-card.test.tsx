import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { PinCard } from "./pin-card.tsx";

beforeAll(() => startWords("hall", "tracking"));
afterEach(cleanup);

test.each(["en", "ar"] as const)("the PIN stands in reading order, digit by digit (%s)", async (locale) => {
  await setLocale(locale);
  render(<PinCard pin="0482" />);
  expect(screen.getByTestId("pin").textContent).toBe("0 4 8 2");
  expect(screen.getByTestId("pin").dir).toBe("ltr");
});
