import { expect, test } from "vitest";
import ar from "./words/ar.json" with { type: "json" };
import de from "./words/de.json" with { type: "json" };
import en from "./words/en.json" with { type: "json" };
import es from "./words/es.json" with { type: "json" };
import fr from "./words/fr.json" with { type: "json" };
import { paymentsPages } from "./pages.ts";

/** What stands under an icon of the rail, and in a fifth of a phone's bar. */
const FITS = 16;

test("the places of this room fit the navigation in every language", () => {
  for (const words of [ar, de, en, es, fr]) {
    const labels = paymentsPages.flatMap(({ nav }) =>
      nav === undefined ? [] : [Object.entries(words).find(([key]) => key === nav.label)?.[1] ?? ""],
    );
    expect(labels).toHaveLength(3);
    expect(labels.filter((label) => label.length === 0 || label.length > FITS)).toEqual([]);
  }
});
