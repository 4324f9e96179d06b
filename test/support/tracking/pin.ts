import type { Page } from "playwright-core";
import { proofsApi } from "#features/proofs/contract/api.ts";
import { ALWAYS } from "#features/proofs/domain/policy.ts";
import { callWire } from "../processes/product.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { productUrl } from "../web/browser.ts";

/** Asks for a PIN where parcels for adults are handed over; other deliveries of this product have none. */
export async function askForPin(): Promise<void> {
  const admin = { token: await signIn(productUrl(), "greta") };
  const { version, rules } = await callWire(productUrl(), proofsApi.readProofPolicy, {}, admin);
  const rule = { phase: "deliver", end: "succeed", required: ["pin"], preferred: [] } as const;
  const adults = {
    ...rule,
    id: "adults",
    when: { ...ALWAYS, serviceLevels: [], sizes: [], ageRestricted: true },
  };
  const others = rules.filter(({ id }) => id !== adults.id);
  await callWire(productUrl(), proofsApi.editProofPolicy, { version, rules: [...others, adults] }, admin);
}

/** The PIN on the page of a tracking link; null once it is shown no more. */
export async function pinShown(page: Page, path: string): Promise<string | null> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const pin = page.getByTestId("pin");
  return (await pin.count()) === 0 ? null : (await pin.innerText()).replaceAll(/\D/g, "");
}
