import { setImmediate } from "node:timers/promises";
import { directionOf, intlTag, wordLocale } from "#kernel/locale.ts";
import type { Locale } from "#kernel/locale.ts";
import { windowText } from "#kernel/window-text.ts";

import { openSheets } from "#server/pdf/sheets.ts";
import type { Sheets } from "#server/pdf/sheets.ts";
import { code128, qrCode } from "#server/pdf/symbols.ts";
import { isolated } from "#kernel/isolated.ts";
import { heightOf } from "#server/pdf/text-lines.ts";
import type { LabelFormat } from "../contract/labels.ts";
import type { Label } from "../domain/labels-of.ts";
import { LABEL_WORDS } from "./label-words.ts";

const MM = 72 / 25.4;
/** Points. Label printers leave about 3 mm at the edges blank. */
const SIZES: Readonly<Record<LabelFormat, { readonly width: number; readonly height: number }>> = {
  a6: { width: 105 * MM, height: 148 * MM },
  "4x6": { width: 4 * 72, height: 6 * 72 },
  "100x150": { width: 100 * MM, height: 150 * MM },
};
const MARGIN = 5 * MM;

export interface LabelSheet {
  readonly format: LabelFormat;
  readonly locale: Locale;
  /** IANA zone in which the window is written. */
  readonly zone: string;
  readonly author: string;
  readonly levelName: (code: string) => string;
  readonly madeAt: number;
}

/** One page for each label. Other requests are answered between two pages. */
export async function labelPdf(labels: readonly Label[], sheet: LabelSheet): Promise<Buffer> {
  const { locale } = sheet;
  const size = SIZES[sheet.format];
  const [first] = labels;
  const pages = openSheets(
    {
      title: `${LABEL_WORDS[wordLocale(locale)].title} ${first?.number ?? ""}`,
      author: sheet.author,
      language: locale,
      direction: directionOf(locale),
      madeAt: new Date(sheet.madeAt),
    },
    size,
  );
  for (const label of labels) {
    pages.add();
    people(pages, label, sheet);
    parcel(pages, label, sheet);
    await setImmediate();
  }
  return pages.end();
}

const innerOf = ({ format }: LabelSheet) => ({
  start: MARGIN,
  width: SIZES[format].width - 2 * MARGIN,
  bottom: SIZES[format].height - MARGIN,
});

/** Sender, recipient and when: from the top down. */
function people(pages: Sheets, label: Label, sheet: LabelSheet): void {
  const words = LABEL_WORDS[wordLocale(sheet.locale)];
  const { start, width } = innerOf(sheet);
  const line = (text: string, style: { size: number; bold?: boolean }, y: number, lines = 1) =>
    pages.text(text, style, { start, width, y, lines });
  let y = line(`${words.from}: ${isolated(label.senderName)}`, { size: 8 }, MARGIN);
  y = line(isolated(label.pickup), { size: 8 }, y, label.fragile ? 1 : 2) + 4;
  pages.rule({ start, width, y });
  y = line(words.to, { size: 8 }, y + 5);
  y = line(isolated(label.recipientName), { size: 17, bold: true }, y, 2);
  y = line(isolated(label.dropoff), { size: 14 }, y, 3);
  const room = codesTop(sheet) - y - afterDetail(label);
  const lines = Math.min(2, Math.floor(room / heightOf(PLAIN)));
  if (label.detail !== null && label.detail !== "" && lines > 0)
    y = line(isolated(label.detail), PLAIN, y, lines);
  pages.rule({ start, width, y: y + 4 });
  const when = whenText(label.window, sheet);
  y = line(sheet.levelName(label.serviceLevel), { ...PLAIN, bold: true }, y + 9);
  y = line(when, PLAIN, y);
  if (!label.fragile) return;
  pages.ground({ start, width, y: y + 5, height: FRAGILE });
  pages.text(
    words.fragile,
    { size: 12, bold: true, light: true },
    { start: start + 6, width: width - 12, y: y + 7, lines: 1 },
  );
}

/** Points. */
const QR = 76;
const BARS = 46;
const FRAGILE = 20;
const PLAIN = { size: 11 };

const codesTop = (sheet: LabelSheet): number => innerOf(sheet).bottom - 16 - BARS - 10 - QR;

/** Height of what stands between the recipient's address and the codes. */
const afterDetail = ({ fragile }: Label): number => 9 + 2 * heightOf(PLAIN) + (fragile ? 5 + FRAGILE : 0) + 4;

/** Modules of quiet zone at each side of Code 128. */
const QUIET = 10;

/** Codes, number and which parcel it is: at the bottom, where the eye and the scanner find them on every label. */
function parcel(pages: Sheets, label: Label, sheet: LabelSheet): void {
  const { start, width, bottom } = innerOf(sheet);
  const bars = code128(label.code);
  const module = width / (bars.width + 2 * QUIET);
  const top = codesTop(sheet);
  pages.symbol(qrCode(label.code), { start, y: top, width: QR, height: QR });
  const beside = { start: start + QR + 14, width: width - QR - 14 };
  const words = LABEL_WORDS[wordLocale(sheet.locale)];
  let y = pages.text(label.number, { size: 16, bold: true }, { ...beside, y: top + 2, lines: 1 });
  const which = words.parcel.replace("{index}", String(label.index)).replace("{count}", String(label.count));
  y = pages.text(which, { size: 13 }, { ...beside, y: y + 2, lines: 1 });
  pages.text(massText(label.massG, sheet.locale), { size: 11 }, { ...beside, y, lines: 1 });
  pages.symbol(bars, {
    start: start + QUIET * module,
    y: bottom - 16 - BARS,
    width: bars.width * module,
    height: BARS,
  });
  const style = { size: 10, bold: true };
  const wide = pages.widthOf(label.code, style);
  pages.text(label.code, style, {
    start: start + (width - wide) / 2,
    width: wide + 1,
    y: bottom - 14,
    lines: 1,
  });
}

const whenText = ({ start, end }: Label["window"], { locale, zone }: LabelSheet): string =>
  windowText((options) => new Intl.DateTimeFormat(intlTag(locale), options), { start, end }, zone, {
    weekday: "short",
    day: "numeric",
    month: "short",
  });

const massText = (grams: number, locale: Locale): string =>
  new Intl.NumberFormat(intlTag(locale), {
    style: "unit",
    unit: "kilogram",
    maximumFractionDigits: 1,
  }).format(Math.max(grams, 100) / 1_000);
