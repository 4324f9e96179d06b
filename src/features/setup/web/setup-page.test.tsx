import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, usePage } from "#test/support/web/page.tsx";
import { stubServer } from "#test/support/web/stub-server.ts";
import type { Setup } from "../contract/api.ts";
import { SETUP_STEPS } from "../domain/steps.ts";
import { SetupPage } from "./setup-page.tsx";

const setup: Setup = {
  organisation: { name: "Nord", currency: "EUR", timezone: "Europe/Berlin", isFixed: true },
  steps: SETUP_STEPS.map((step) => ({ step, state: "done" })),
  hasMap: true,
  openings: 5,
  vehicles: [],
  people: 2,
  hasOwnPrices: true,
  lacksLaterPrices: true,
  missing: [],
  finishedAt: "2026-11-22T08:00:00.000Z",
};

usePage("setup", "accounts");

const open = async (change: Partial<Setup>): Promise<void> => {
  stubServer({ "GET /api/setup": () => ({ body: { ...setup, ...change } }) });
  await show(<SetupPage params={{}} search={{ step: "finish" }} setSearch={() => undefined} />);
  await screen.findByRole("heading", { level: 1 });
};
const link = () => screen.queryByRole("link", { name: "Add both to the draft" });

test("a list that prices no further try leads to its draft with the rules for it", async () => {
  await open({});
  expect(link()?.getAttribute("href")).toBe("/a/prices?add=later");
});

test("where the list has both, nothing is said of it", async () => {
  await open({ lacksLaterPrices: false });
  expect(link()).toBeNull();
});
