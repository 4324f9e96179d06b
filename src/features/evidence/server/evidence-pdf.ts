import { readFile } from "node:fs/promises";
import { directionOf } from "#kernel/locale.ts";
import { forPaper } from "#features/proofs/server/public.ts";
import { openPdf, type Pdf } from "#server/pdf/pdf.ts";
import { isolated } from "#kernel/isolated.ts";
import { fill } from "#server/words.ts";
import { headOf, type Link } from "../domain/chain.ts";
import type { Fact } from "../domain/fact.ts";
import { COMMAND, tell, type Told, type Wording } from "./evidence-text.ts";
import type { Enclosed } from "./pictures.ts";

interface Page {
  readonly number: string;
  readonly issuer: string;
  readonly madeAt: Date;
  readonly chain: readonly Link<Fact>[];
  readonly pictures: readonly Enclosed[];
}

/** Height of a picture, in points. */
const PICTURE = 190;
const SMALL = { size: 7, grey: true } as const;

/** The facts as pages to read and print, each with its hash, each proof with its picture. */
export async function evidencePdf(content: Page, wording: Wording): Promise<Buffer> {
  const { locale, words } = wording;
  const title = fill(words.evidence.title, { number: content.number });
  const page = openPdf({
    title,
    author: content.issuer,
    language: locale,
    direction: directionOf(locale),
    madeAt: content.madeAt,
  });
  page.paragraph(title, { size: 18, bold: true });
  page.paragraph(fill(words.evidence.issuer, { name: isolated(content.issuer) }));
  page.paragraph(words.evidence.intro, { grey: true });
  page.rule();
  for (const link of content.chain) await factOn(page, link, content.pictures, wording);
  page.rule();
  page.paragraph(words.end.title, { bold: true });
  page.paragraph(isolated(headOf(content.chain)), { size: 9 });
  page.paragraph(words.end.text, { grey: true });
  page.paragraph(fill(words.end.check, { command: isolated(COMMAND) }), { grey: true });
  return page.end();
}

async function factOn(
  page: Pdf,
  link: Link<Fact>,
  pictures: readonly Enclosed[],
  wording: Wording,
): Promise<void> {
  const { title, lines } = tell(link, wording);
  page.gap(6);
  page.paragraph(title, { bold: true });
  for (const line of lines) page.paragraph(lineOf(line));
  const { fact } = link;
  const picture = fact.kind === "proof" ? pictures.find(({ name }) => name === fact.file) : undefined;
  if (picture) page.picture(await forPaper(await readFile(picture.path)), PICTURE);
  page.paragraph(isolated(link.hash), SMALL);
}

const lineOf = (line: Told["lines"][number]): string =>
  typeof line === "string" ? line : `${line[0]}: ${isolated(line[1])}`;
