import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startWords } from "#web/i18n/words.ts";
import { ContactLinks } from "./contact-links.tsx";

beforeAll(() => startWords("hall", "courier"));
afterEach(cleanup);

const show = (number: string | null) =>
  act(async () => {
    render(
      <Suspense fallback={null}>
        <ContactLinks name="Rita" number={number} />
      </Suspense>,
    );
  });

test("a person at a stop can be called or written to, by name", async () => {
  await show("+4930123456");
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("Call Rita")).toBe("tel:+4930123456");
  expect(hrefOf("Text message to Rita")).toBe("sms:+4930123456");
});

test("without a number there is no way that leads nowhere", async () => {
  await show(null);
  expect(screen.queryAllByRole("link")).toEqual([]);
});
