import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { openPdf } from "./pdf.ts";

const FACTS = { title: "Times", author: "Radkurier Nord", madeAt: new Date(0) } as const;
/** Points. */
const NARROW = 90;

/** Texts of a page's lines, from top to bottom. */
async function linesOf(bytes: Buffer): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { items } = await (await document.getPage(1)).getTextContent();
  const byHeight = new Map<number, string>();
  for (const item of items)
    if ("str" in item && item.str !== "") {
      const y = Number(item.transform[5]);
      byHeight.set(y, `${byHeight.get(y) ?? ""}${item.str}`);
    }
  return [...byHeight.values()];
}

test.each([
  ["en", "ltr", "Collected by the courier at 9:05\u00a0AM"],
  ["fr", "ltr", "Un colis de la boutique, 12,5\u00a0kg"],
  ["ar", "rtl", "استلمها المندوب من المتجر الساعة 9:05\u00a0ص"],
] as const)(
  "a no-break space keeps both sides on one line, and each font writes it (%s)",
  async (language, direction, text) => {
    const page = openPdf({ ...FACTS, language, direction });
    page.paragraph(text, {}, NARROW);
    const lines = await linesOf(await page.end());
    expect(lines.length).toBeGreaterThan(1);
    const sides = text.slice(text.lastIndexOf(" ") + 1).split("\u00a0");
    expect(lines.filter((line) => sides.every((side) => line.includes(side)))).toHaveLength(1);
    expect(lines.join("")).not.toContain("\ufffd");
  },
);
