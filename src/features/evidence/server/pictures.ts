import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { pictureFolder, type ProofRecord } from "#features/deliveries/server/public.ts";
import { codeOf } from "#server/db/db.ts";
import type { Fact, Proved } from "../domain/fact.ts";
import type { Evidence, Named } from "./gather-facts.ts";

export const pathOf = (dataFolder: string, { file }: Pick<ProofRecord, "file">): string =>
  path.join(pictureFolder(dataFolder), file);

/** A picture that goes into the file. */
export interface Enclosed {
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The facts with what became of their pictures: one that is gone or is another now is said to be, not left out. */
export async function withPictures(
  dataFolder: string,
  { facts }: Evidence,
): Promise<{ readonly facts: Fact[]; readonly pictures: Enclosed[] }> {
  const pictures: Enclosed[] = [];
  const whole: Fact[] = [];
  for (const [at, fact] of facts.entries()) {
    if (!("record" in fact)) {
      whole.push(fact);
      continue;
    }
    const proof = await looked(dataFolder, fact, at + 1);
    whole.push(proof);
    if (proof.file !== null)
      pictures.push({
        name: proof.file,
        path: pathOf(dataFolder, fact.record),
        sha256: proof.sha256,
        bytes: proof.bytes,
      });
  }
  return { facts: whole, pictures };
}

async function looked(dataFolder: string, { record, ...proof }: Named, seq: number): Promise<Proved> {
  const found = await hashOfFile(pathOf(dataFolder, record));
  if (found === undefined) return { ...proof, file: null, picture: "gone" };
  if (found !== record.sha256) return { ...proof, file: null, picture: "changed" };
  const name = `proofs/${String(seq).padStart(4, "0")}-${record.kind}${path.extname(record.file)}`;
  return { ...proof, file: name, picture: "kept" };
}

/** Reads it piece by piece. @returns SHA-256 in hex, `undefined` where there is no file */
async function hashOfFile(file: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
    return hash.digest("hex");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
