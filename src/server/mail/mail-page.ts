import { type Locale, directionOf } from "#kernel/locale.ts";
import { escaped } from "../html-text.ts";

const NUMBER = /\bWB-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g;

/** A number of ours stays on one line: broken at its hyphen, its halves would lie on both edges of an Arabic mail. */
const unbroken = (html: string): string =>
  html.replaceAll(NUMBER, `<bdi style="white-space:nowrap">$&</bdi>`);

/** The paragraphs of a mail as a page; `link` stands before the last of them, as a button. */
export function mailPage(
  paragraphs: readonly string[],
  locale: Locale,
  link?: { readonly address: string; readonly text: string },
): string {
  const shown = paragraphs.map((one) => `<p>${unbroken(escaped(one)).replaceAll("\n", "<br>")}</p>`);
  if (link)
    shown.splice(
      -1,
      0,
      `<p><a href="${escaped(link.address)}" style="display:inline-block;padding:12px 20px;background:#1b4d3e;color:#fff;border-radius:8px">${escaped(link.text)}</a></p>`,
    );
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><meta charset="utf-8"><body style="font:16px/1.5 sans-serif;max-width:34em">${shown.join("")}</body></html>`;
}
