import type { Instant } from "#kernel/instant.ts";
import { type Locale, directionOf } from "#kernel/locale.ts";
import { openPdf, type Pdf } from "#server/pdf/pdf.ts";
import { isolated } from "#kernel/isolated.ts";
import { fill, wordsIn } from "#server/words.ts";
import { formatsIn } from "#server/formats.ts";
import { untouchedTitle } from "#features/quotes/domain/default-titles.ts";
import { cardText } from "../domain/card-text.ts";
import {
  RECEIPT_PARTS,
  type ReceiptContent,
  type ReceiptLine,
  type ReceiptSeller,
} from "../domain/receipt.ts";
import { RECEIPT_WORDS, type ReceiptWords } from "./words.ts";

const TITLE = { receipt: "receipt", "credit-note": "creditNote", "cancel-note": "cancelNote" } as const;
const CORRECTS = { receipt: "corrects", "credit-note": "corrects", "cancel-note": "cancels" } as const;
const CLOSING = { receipt: "held", "credit-note": "back", "cancel-note": "undone" } as const;

/** The receipt as a page to keep. The same receipt in the same language is the same bytes. */
export function receiptPdf(content: ReceiptContent, issuedAt: Instant, locale: Locale): Promise<Buffer> {
  const { receipt: words } = wordsIn(RECEIPT_WORDS, locale);
  const title = words[TITLE[content.kind]];
  const page = openPdf({
    title: `${title} ${content.number}`,
    author: content.seller.name,
    language: locale,
    direction: directionOf(locale),
    madeAt: new Date(issuedAt),
  });
  seller(page, content, words);
  page.paragraph(title, { size: 20, bold: true });
  page.paragraph(fill(words.number, { number: content.number }), { size: 12, bold: true });
  if (content.corrects !== null)
    page.paragraph(fill(words[CORRECTS[content.kind]], { number: content.corrects }));
  page.gap(10);
  facts(page, content, words, locale);
  sums(page, content, words, locale);
  closing(page, content, words, locale);
  return page.end();
}

function seller(page: Pdf, { seller: { name, ...more } }: ReceiptContent, words: ReceiptWords): void {
  page.paragraph(name, { size: 12, bold: true });
  for (const line of sellerLines(more, words)) page.paragraph(line, { grey: true });
  page.gap(24);
}

export function sellerLines(
  { address, taxId, email, phone }: Omit<ReceiptSeller, "name">,
  words: ReceiptWords,
): string[] {
  const reach = [email, phone].flatMap((one) => (one === undefined ? [] : [isolated(one)])).join(" · ");
  return [
    ...(address === null ? [] : address.split("\n").map(isolated)),
    ...(taxId === null ? [] : [`${words.taxId}: ${isolated(taxId)}`]),
    ...(reach === "" ? [] : [reach]),
  ];
}

function facts(page: Pdf, content: ReceiptContent, words: ReceiptWords, locale: Locale): void {
  const { buyer, order, day } = content;
  const lines = [
    [words.date, formatsIn(locale).day(day)],
    [words.billedTo, buyer.name],
    [words.order, order.number],
    [words.pickup, order.pickup],
    [words.dropoff, order.dropoff],
  ];
  for (const [name, value] of lines) page.paragraph(`${name}: ${isolated(value ?? "")}`);
  page.gap(10);
}

function sums(page: Pdf, content: ReceiptContent, words: ReceiptWords, locale: Locale): void {
  const { money, percent } = formatsIn(locale);
  const amount = (minor: number) => money(minor, content.currency);
  page.rule();
  for (const line of content.lines) page.row(isolated(titleOf(line, words)), amount(line.minor));
  page.rule();
  if (content.taxes.length > 0) page.row(words.net, amount(content.netMinor));
  for (const tax of content.taxes)
    page.row(fill(words.tax, { rate: percent(tax.basisPoints) }), amount(tax.minor));
  const total = content.kind === "credit-note" ? words.totalBack : words.total;
  page.row(total, amount(content.totalMinor), { size: 13, bold: true });
  page.rule();
}

function closing(page: Pdf, content: ReceiptContent, words: ReceiptWords, locale: Locale): void {
  page.gap(10);
  const { card } = content;
  if (card !== null) page.paragraph(`${words.card}: ${isolated(cardText(card))}`);
  page.gap(6);
  page.paragraph(holdOrCharge(content, words, locale), { grey: true });
  const { footer } = content.seller;
  if (footer === undefined) return;
  page.gap(24);
  page.paragraph(isolated(footer), { size: 8, grey: true });
}

/** Sentence about the amounts held and captured, or the way it was paid without a card; mail uses it too. */
export function holdOrCharge(content: ReceiptContent, words: ReceiptWords, locale: Locale): string {
  const amount = (minor: number) => formatsIn(locale).money(minor, content.currency);
  const values = { held: amount(content.heldMinor), total: amount(content.totalMinor) };
  if (content.way && content.kind === "receipt")
    return fill(content.way === "invoice" ? words.invoice : words.cash, values);
  if (content.way && content.kind === "credit-note") return fill(words.backByHand, values);
  return fill(words[CLOSING[content.kind]], values);
}

/** A rule's title in the reader's language while it is the one it came with, else as the operator wrote it. */
function titleOf({ rule, title }: ReceiptLine, words: ReceiptWords): string {
  const part = RECEIPT_PARTS.find((one) => one === rule && one === title);
  if (part) return words[part];
  const known = untouchedTitle(rule, title);
  return known === undefined ? title : words.rules[known];
}
