import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { sql } from "kysely";
import type { ParsedOf, ReplyOf } from "#contract/endpoint.ts";
import { toIso } from "#kernel/instant.ts";
import { type Locale, LOCALES, wordLocale } from "#kernel/locale.ts";
import { levelNameIn } from "#features/labels/server/public.ts";
import { atMost } from "#server/at-most.ts";
import { rows } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import type { evidenceApi, Seal } from "../contract/evidence.ts";
import { chainOf, headOf } from "../domain/chain.ts";
import {
  type Beside,
  FACTS_FILE,
  PDF_FILE,
  README_FILE,
  type Sealed,
  sealed,
  textOf,
} from "../domain/sealed-file.ts";
import { readMe, wordingIn } from "./evidence-text.ts";
import type { DeliveryWords } from "./evidence-words.ts";
import { type Evidence, gatherFacts, sentDelivery } from "./gather-facts.ts";
import { type Enclosed, withPictures } from "./pictures.ts";
import { zipOf } from "./zip.ts";

/** Seals that the page lists. */
const SHOWN = 20;
/** Files that are made at the same time; the pages of one hold its pictures in memory, made small. */
const turns = atMost(2);

export interface Wanted {
  readonly deliveryId: string;
  readonly locale: Locale;
}

/** A file of evidence, ready to be sent. */
export interface Issued {
  readonly number: string;
  readonly pdf: Buffer;
  readonly zip: () => Readable;
}

interface Making {
  readonly dataFolder: string;
  readonly deliveryWords: DeliveryWords;
  /** Languages on offer, the first the organisation's own; all of them where nothing is said. */
  readonly locales?: readonly Locale[] | undefined;
}

/**
 * Makes the evidence of a delivery as it is now and keeps its seal. The same facts in the same language are the same
 * file.
 *
 * @throws Refusal as `gatherFacts`
 */
export const issueEvidence = (
  { dataFolder, deliveryWords, locales = LOCALES }: Making,
  { deliveryId, locale }: Wanted,
  context: Context,
): Promise<Issued> =>
  turns.run(async () => {
    const evidence = await context.db.as(context.actor, (tx) => gatherFacts(tx, context, deliveryId));
    const { facts, pictures } = await withPictures(dataFolder, evidence);
    const chain = chainOf(facts, sha256);
    const { number, issuer, zone, asOf } = evidence;
    const wording = wordingIn(locale, zone, deliveryWords, {
      levelName: levelNameIn(evidence.levels, locale),
      reasons: evidence.reasons,
      own: wordLocale(locales[0] ?? LOCALES[0]),
    });
    const head = headOf(chain);
    const { evidencePdf } = await import("./evidence-pdf.ts");
    const content = { number, issuer, madeAt: new Date(asOf), chain, pictures };
    const pdf = await evidencePdf(content, wording);
    const readme = Buffer.from(readMe({ number, issuer, head }, wording));
    const files = [beside(README_FILE, readme), beside(PDF_FILE, pdf), ...pictures.map(listed)];
    const file = sealed({ delivery: number, issuer, facts: chain, head, files }, sha256);
    await keepSeal(file, evidence, context);
    return { number, pdf, zip: () => zipped({ file, readme, pdf, pictures, at: new Date(asOf) }) };
  });

const beside = (name: string, bytes: Buffer): Beside => ({
  name,
  bytes: bytes.length,
  sha256: sha256(bytes),
});
const listed = ({ name, bytes, sha256: hash }: Enclosed): Beside => ({ name, bytes, sha256: hash });

interface Contents {
  readonly file: Sealed;
  readonly readme: Buffer;
  readonly pdf: Buffer;
  readonly pictures: readonly Enclosed[];
  readonly at: Date;
}

function zipped({ file, readme, pdf, pictures, at }: Contents): Readable {
  const whole = (name: string, bytes: Buffer) => ({ name, isPacked: false, read: () => [bytes] });
  return Readable.from(
    zipOf(
      [
        whole(README_FILE, readme),
        whole(FACTS_FILE, Buffer.from(textOf(file))),
        whole(PDF_FILE, pdf),
        ...pictures.map(({ name, path }) => ({ name, isPacked: true, read: () => createReadStream(path) })),
      ],
      at,
    ),
    { objectMode: false },
  );
}

const keepSeal = (
  { seal, head, facts }: Sealed,
  { deliveryId }: Evidence,
  { db, actor, now }: Context,
): Promise<unknown> =>
  db.alone(actor, (tx) =>
    sql`insert into evidence_seal (org_id, delivery_id, seal, head, facts, issued_at)
        values (app_org(), ${deliveryId}, ${seal}, ${head}, ${facts.length}, ${toIso(now)})
        on conflict do nothing`.execute(tx),
  );

/** @throws Refusal `deliveries.not-found` */
export const listSeals = (
  { id }: ParsedOf<typeof evidenceApi.listSeals>,
  context: Context,
): Promise<ReplyOf<typeof evidenceApi.listSeals>> =>
  context.db.read(context.actor, async (tx) => {
    const delivery = await sentDelivery(tx, context, id);
    const items = await rows(
      tx,
      sql<Seal>`select seal, head, facts, ${isoText("issued_at")} as "issuedAt" from evidence_seal
                where org_id = app_org() and delivery_id = ${delivery.id}
                order by issued_at desc, seal limit ${SHOWN}`,
    );
    return { items };
  });
