import { readFile, stat } from "node:fs/promises";
import { unzipSync } from "fflate";
import { sha256 } from "#server/db/hash.ts";
import { EvidenceFile } from "../contract/evidence.ts";
import { FACTS_FILE, faultsOf, textOf } from "../domain/sealed-file.ts";

/** Bytes of a file that is read at all, packed and unpacked: more than any that was issued. */
const MOST_BYTES = 128 * 1024 * 1024;

/** A file that cannot be checked, with why. */
export class NoEvidence extends Error {}

export interface Checked {
  readonly delivery: string;
  readonly issuer: string;
  readonly seal: string;
  readonly head: string;
  readonly facts: number;
  readonly proofs: number;
  /** Everything that is not as it was issued, as sentences; none: the file is whole. */
  readonly faults: readonly string[];
}

/** Checks a ZIP of evidence by itself. @throws NoEvidence where it is none */
export async function checkEvidence(path: string): Promise<Checked> {
  const { size } = await stat(path).catch(() => {
    throw new NoEvidence("it cannot be read");
  });
  if (size > MOST_BYTES) throw new NoEvidence("it is larger than any evidence that was ever issued");
  const { names, files } = unpacked(await readFile(path));
  const facts = files[FACTS_FILE];
  if (!facts) throw new NoEvidence(`it holds no ${FACTS_FILE}`);
  const text = Buffer.from(facts).toString("utf8");
  const json = parsed(text);
  const read = EvidenceFile.safeParse(json);
  if (!read.success) throw new NoEvidence(`its ${FACTS_FILE} is not written by Waybill`);
  const file = read.data;
  const found = Object.entries(files).map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: sha256(bytes),
  }));
  const beside = found.filter(({ name }) => name !== FACTS_FILE);
  return {
    delivery: file.delivery,
    issuer: file.issuer,
    seal: file.seal,
    head: file.head,
    facts: file.facts.length,
    proofs: file.files.filter(({ name }) => name.startsWith("proofs/")).length,
    faults: [
      ...(new Set(names).size === names.length ? [] : ["A file stands in it twice."]),
      ...(textOf(json) === text ? [] : [`The text of ${FACTS_FILE} was changed after it was issued.`]),
      ...faultsOf(file, beside, sha256),
    ],
  };
}

function unpacked(bytes: Buffer): { names: string[]; files: Record<string, Uint8Array> } {
  const names: string[] = [];
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.push(name);
        total += originalSize;
        if (total > MOST_BYTES) throw new NoEvidence("it would unpack to more than any evidence ever issued");
        return true;
      },
    });
    return { names, files };
  } catch (error) {
    if (error instanceof NoEvidence) throw error;
    throw new NoEvidence("it is no ZIP file, or a damaged one");
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoEvidence(`its ${FACTS_FILE} is no JSON`);
  }
}
