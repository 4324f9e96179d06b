import PdfKit from "pdfkit";
import { bytesOf } from "./bytes-of.ts";
import { INK, SIZE, type Style, heightOf, textLines } from "./text-lines.ts";

export interface PdfFacts {
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  /** Time at which the document says it was made; the same facts and texts give the same bytes. */
  readonly madeAt: Date;
}

/** An A4 page, written from top to bottom. "Start" is left, or right for a language that is written from there. */
export interface Pdf {
  /** A paragraph over the whole width or from the start to `width` points, broken between words. */
  paragraph(text: string, style?: Style, width?: number): void;
  /** A name at the start and a figure at the end of one line; a long name is broken, the figure never. */
  row(name: string, figure: string, style?: Style): void;
  rule(): void;
  /** A JPEG or PNG at the start, fitted into a box of this height and the whole width. */
  picture(bytes: Buffer, height: number): void;
  gap(points: number): void;
  end(): Promise<Buffer>;
}

/** Points: A4 with a margin of 2 cm. */
const PAGE = { width: 595, height: 842, margin: 57 } as const;
const INNER = PAGE.width - 2 * PAGE.margin;
const EDGES = { from: PAGE.margin, to: PAGE.width - PAGE.margin } as const;

/** Opens a document. Fonts are embedded, each with only the letters that are used. */
export function openPdf(facts: PdfFacts): Pdf {
  const doc = new PdfKit({
    size: "A4",
    margin: PAGE.margin,
    lang: facts.language,
    displayTitle: true,
    info: { Title: facts.title, Author: facts.author, CreationDate: facts.madeAt, ModDate: facts.madeAt },
  });
  const bytes = bytesOf(doc);
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
      lines.draw(line, style, { ...EDGES, side: "start", y });
      y += heightOf(style);
    }
  };
  return {
    paragraph: (text, style = {}, width = INNER) => write(text, style, width),
    row(name, figure, style = {}) {
      need(heightOf(style));
      lines.draw(figure, style, { ...EDGES, side: "end", y });
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
    picture(bytes, height) {
      need(height);
      doc.image(bytes, PAGE.margin, y, {
        fit: [INNER, height],
        align: facts.direction === "ltr" ? undefined : "right",
      });
      y += height;
    },
    gap: (points) => void (y += points),
    end() {
      doc.end();
      return bytes;
    },
  };
}
