import { quotesApi } from "#features/quotes/contract/api.ts";
import { callWire } from "../processes/product.ts";
import { tokenOf } from "../sign-in/sign-in.ts";

export interface PriceChanges {
  /** Publishes the list that was there before, with so much more on top, in minor units. */
  raise(minor: number): Promise<void>;
  /** Publishes the list that was there before. */
  restore(): Promise<void>;
}

/** The office's way to other prices in a running product. */
export async function changePrices(url: string): Promise<PriceChanges> {
  const office = { token: tokenOf(url, "greta") };
  const read = () => callWire(url, quotesApi.readPriceList, {}, office);
  const { rules } = await read();
  const publish = async (more: typeof rules) => {
    const { version } = await read();
    await callWire(url, quotesApi.publishPriceList, { version, rules: [...more, ...rules] }, office);
  };
  return {
    raise: (minor) =>
      publish([{ id: "raise", title: "Raise", when: [], do: { kind: "flat", amount: minor } }]),
    restore: () => publish([]),
  };
}
