import PdfKit from "pdfkit";
import { bytesOf } from "./bytes-of.ts";
import type { PdfFacts } from "./pdf.ts";
import type { Symbol } from "./symbols.ts";
import { INK, type Style, heightOf, textLines } from "./text-lines.ts";

/** Points from the top and from the start side: from the left, or from the right where a language is written from there. */
interface Spot {
  readonly start: number;
  readonly y: number;
  readonly width: number;
}

interface TextSpot extends Spot {
  /** Lines at most; what does not fit ends in an ellipsis. */
  readonly lines: number;
}

interface Box extends Spot {
  readonly height: number;
}

/** Pages of one size on which everything has its place. */
export interface Sheets {
  /** Begins a page. */
  add(): void;
  /** @returns the bottom of the text */
  text(text: string, style: Style, spot: TextSpot): number;
  /** One line at the end side of its box. */
  textAtEnd(text: string, style: Style, spot: Spot): void;
  widthOf(text: string, style: Style): number;
  /** A barcode that fills the box; a box of other proportions stretches it. */
  symbol(symbol: Symbol, box: Box): void;
  rule(spot: Spot): void;
  /** A dark ground for light text. */
  ground(box: Box): void;
  end(): Promise<Buffer>;
}

/** @param size points */
export function openSheets(
  facts: PdfFacts,
  size: { readonly width: number; readonly height: number },
): Sheets {
  const doc = new PdfKit({
    autoFirstPage: false,
    size: [size.width, size.height],
    margin: 0,
    lang: facts.language,
    displayTitle: true,
    info: { Title: facts.title, Author: facts.author, CreationDate: facts.madeAt, ModDate: facts.madeAt },
  });
  const bytes = bytesOf(doc);
  const lines = textLines(doc, facts.direction);
  const leftOf = ({ start, width }: Spot): number =>
    facts.direction === "ltr" ? start : size.width - start - width;
  const place = (spot: Spot) => ({ from: leftOf(spot), to: leftOf(spot) + spot.width });
  const shortened = (line: string, style: Style, width: number): string => {
    // An isolate that stays open takes the ellipsis to its own end.
    let short = line.replace(/\u2069$/u, "");
    while (short !== "" && lines.widthOf(`${short}…`, style) > width) short = short.slice(0, -1).trimEnd();
    return `${short}…`;
  };
  return {
    add: () => void doc.addPage(),
    text(text, style, spot) {
      const broken = lines.broken(text, style, spot.width);
      const shown = broken.slice(0, spot.lines);
      for (const [at, line] of shown.entries()) {
        const isCut = at === spot.lines - 1 && broken.length > spot.lines;
        const y = spot.y + at * heightOf(style);
        lines.draw(isCut ? shortened(line, style, spot.width) : line, style, {
          ...place(spot),
          side: "start",
          y,
        });
      }
      return spot.y + shown.length * heightOf(style);
    },
    textAtEnd: (text, style, spot) => lines.draw(text, style, { ...place(spot), side: "end", y: spot.y }),
    widthOf: (text, style) => lines.widthOf(text, style),
    symbol({ width, height, dark }, box) {
      const [across, down] = [box.width / width, box.height / height];
      for (const [x, y, w, h] of dark)
        doc.rect(leftOf(box) + x * across, box.y + y * down, w * across, h * down);
      doc.fill("#000000");
    },
    rule: (spot) =>
      void doc
        .moveTo(leftOf(spot), spot.y)
        .lineTo(leftOf(spot) + spot.width, spot.y)
        .lineWidth(0.75)
        .stroke(INK.plain),
    ground: (box) => void doc.rect(leftOf(box), box.y, box.width, box.height).fill("#000000"),
    end() {
      doc.end();
      return bytes;
    },
  };
}
