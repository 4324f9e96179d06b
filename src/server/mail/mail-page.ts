import { type Locale, directionOf } from "#kernel/locale.ts";
import { escaped } from "../html-text.ts";

/** The paragraphs of a mail as a page; `link` stands before the last of them, as a button. */
export function mailPage(
  paragraphs: readonly string[],
  locale: Locale,
  link?: { readonly address: string; readonly text: string },
): string {
  const shown = paragraphs.map((one) => `<p>${escaped(one).replaceAll("\n", "<br>")}</p>`);
  if (link)
    shown.splice(
      -1,
      0,
      `<p><a href="${escaped(link.address)}" style="display:inline-block;padding:12px 20px;background:#1b4d3e;color:#fff;border-radius:8px">${escaped(link.text)}</a></p>`,
    );
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><meta charset="utf-8"><body style="font:16px/1.5 sans-serif;max-width:34em">${shown.join("")}</body></html>`;
}
