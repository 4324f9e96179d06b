import { expect, test } from "vitest";
import ar from "#features/payments/web/words/ar.json" with { type: "json" };
import de from "#features/payments/web/words/de.json" with { type: "json" };
import en from "#features/payments/web/words/en.json" with { type: "json" };
import es from "#features/payments/web/words/es.json" with { type: "json" };
import fr from "#features/payments/web/words/fr.json" with { type: "json" };
import { checkoutPages } from "#features/checkout/web/pages.ts";
import { receiptsPages } from "#features/receipts/web/pages.ts";
import { booksPages } from "./pages.ts";

/** Length of a label under an icon of the rail, and in a fifth of a phone's bar. */
const FITS = 16;

test("the pages of the rooms of money fit the navigation in every language", () => {
  for (const words of [ar, de, en, es, fr]) {
    const labels = [...checkoutPages, ...receiptsPages, ...booksPages].flatMap(({ nav }) =>
      nav === undefined ? [] : [Object.entries(words).find(([key]) => key === nav.label)?.[1] ?? ""],
    );
    expect(labels).toHaveLength(3);
    expect(labels.filter((label) => label.length === 0 || label.length > FITS)).toEqual([]);
  }
});
