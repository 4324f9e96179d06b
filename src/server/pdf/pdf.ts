import PdfKit from "pdfkit";
import { type FontPart, type Weight, fontParts } from "./fonts.ts";
import { drawable, visualRuns } from "./visual-runs.ts";

export interface PdfFacts {
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** Time at which the document says it was made; the same facts and texts give the same bytes. */
  readonly madeAt: Date;
}

export interface Style {
  /** Points. */
  readonly size?: number;
  readonly bold?: boolean;
  readonly grey?: boolean;
}

/** An A4 page, written from top to bottom. "Start" is left, or right for a language that is written from there. */
export interface Pdf {
  /** A paragraph over the whole width or from the start to `width` points, broken between words. */
  paragraph(text: string, style?: Style, width?: number): void;
  /** A name at the start and a figure at the end of one line; a long name is broken, the figure never. */
  row(name: string, figure: string, style?: Style): void;
  rule(): void;
  gap(points: number): void;
  end(): Promise<Buffer>;
}

/** Points: A4 with a margin of 2 cm. */
const PAGE = { width: 595, height: 842, margin: 57 } as const;
const INNER = PAGE.width - 2 * PAGE.margin;
const SIZE = 10;
const LEADING = 1.45;
const INK = { plain: "#161616", grey: "#595959", rule: "#b0b0b0" } as const;

/** Opens a document. Fonts are embedded, each with only the letters that are used. */
export function openPdf(facts: PdfFacts): Pdf {
  const doc = new PdfKit({
    size: "A4",
    margin: PAGE.margin,
    lang: facts.language,
    displayTitle: true,
    info: { Title: facts.title, Author: facts.author, CreationDate: facts.madeAt, ModDate: facts.madeAt },
  });
  const bytes = collect(doc);
  const lines = textLines(doc, facts.direction);
  let y: number = PAGE.margin;
  const need = (height: number) => {
    if (y + height <= PAGE.height - PAGE.margin) return;
    doc.addPage();
    y = PAGE.margin;
  };
  const write = (text: string, style: Style, width: number) => {
    for (const line of lines.broken(text, style, width)) {
      need(heightOf(style));
      lines.draw(line, style, "start", y);
      y += heightOf(style);
    }
  };
  return {
    paragraph: (text, style = {}, width = INNER) => write(text, style, width),
    row(name, figure, style = {}) {
      need(heightOf(style));
      lines.draw(figure, style, "end", y);
      write(name, style, INNER - lines.widthOf(figure, style) - 2 * SIZE);
    },
    rule() {
      need(SIZE);
      doc
        .moveTo(PAGE.margin, y + 4)
        .lineTo(PAGE.width - PAGE.margin, y + 4)
        .lineWidth(0.5)
        .stroke(INK.rule);
      y += SIZE;
    },
    gap: (points) => void (y += points),
    end() {
      doc.end();
      return bytes;
    },
  };
}

/** A text of its own direction within another: a Latin name keeps its full stop at its end in an Arabic line. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

const heightOf = ({ size = SIZE }: Style): number => size * LEADING;

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
  });
}

/** `features` keeps the library from cutting text at spaces, which would set Arabic words in the wrong order. */
const WHOLE = { features: [], lineBreak: false };

function textLines(doc: PDFKit.PDFDocument, direction: "ltr" | "rtl") {
  const fonts = fontParts();
  const byName = new Map(fonts.map((part) => [part.name, part]));
  const plain = fonts[0]?.name ?? "";
  const fontOf = (point: number, before: string | undefined): string => {
    const isSpace = point === 0x20 || point === 0xa0;
    if (before !== undefined && (isSpace || byName.get(before)?.holds(point))) return before;
    return fonts.find((part) => part.holds(point))?.name ?? plain;
  };
  const isJoined = (name: string): boolean => byName.get(name)?.isArabic ?? false;
  const registered = new Set<string>();
  const choose = (name: string, { size = SIZE, bold = false, grey = false }: Style) => {
    const weight: Weight = bold ? 700 : 400;
    const id = `${name}-${weight}`;
    const part: FontPart | undefined = byName.get(name);
    if (part && !registered.has(id)) doc.registerFont(id, part.bytes(weight));
    registered.add(id);
    return doc
      .font(id)
      .fontSize(size)
      .fillColor(grey ? INK.grey : INK.plain);
  };
  const runsOf = (text: string) =>
    visualRuns(
      drawable(text.replaceAll("\u202f", "\u00a0"), (point) => fonts.some((part) => part.holds(point))),
      direction,
      { fontOf, isJoined },
    );
  const measured = new Map<string, number>();
  /** Word by word, since a word is measured many times while its line is sought: shaping Arabic costs 1 ms a word. */
  const widthOf = (text: string, style: Style): number =>
    text.split(/(?<= )/).reduce((all, word) => all + widthOfWord(word, style), 0);
  const widthOfWord = (word: string, style: Style): number => {
    const key = `${style.size} ${style.bold} ${word}`;
    const width =
      measured.get(key) ??
      runsOf(word).reduce((all, run) => all + choose(run.font, style).widthOfString(run.text, WHOLE), 0);
    measured.set(key, width);
    return width;
  };
  return {
    widthOf,
    /** Cut between words so that each line fits, and within a word that is too long for any line. */
    broken(text: string, style: Style, width: number): string[] {
      const found: string[] = [];
      let line = "";
      const fits = (given: string) => widthOf(given, style) <= width;
      for (const word of text.split(/[ \n\t]+/).flatMap((one) => cut(one, fits))) {
        const longer = line === "" ? word : `${line} ${word}`;
        if (line !== "" && !fits(longer)) {
          found.push(line);
          line = word;
        } else line = longer;
      }
      return [...found, line];
    },
    draw(text: string, style: Style, side: "start" | "end", y: number): void {
      const isLeft = (side === "start") === (direction === "ltr");
      let x = isLeft ? PAGE.margin : PAGE.width - PAGE.margin - widthOf(text, style);
      for (const run of runsOf(text)) {
        const font = choose(run.font, style);
        font.text(run.text, x, y + (style.size ?? SIZE), { ...WHOLE, baseline: "alphabetic" });
        x += font.widthOfString(run.text, WHOLE);
      }
    },
  };
}

function cut(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts = [""];
  for (const letter of word) {
    const last = parts.at(-1) ?? "";
    if (last === "" || fits(last + letter)) parts[parts.length - 1] = last + letter;
    else parts.push(letter);
  }
  return parts;
}
