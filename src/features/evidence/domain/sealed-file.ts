import { canonical } from "#kernel/canonical.ts";
import { chainFaults, type Hash, type Link } from "./chain.ts";

export const FORMAT = "waybill-evidence-1";
/** Name of the file that holds all of this. */
export const FACTS_FILE = "facts.json";
export const PDF_FILE = "evidence.pdf";
export const README_FILE = "README.txt";

/** A file beside the facts. */
export interface Beside {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Sealed<F = unknown> {
  readonly format: typeof FORMAT;
  readonly delivery: string;
  readonly issuer: string;
  readonly facts: readonly Link<F>[];
  readonly head: string;
  readonly files: readonly Beside[];
  /** Hash of everything above: of the facts by their head, of the files by their hashes. */
  readonly seal: string;
}

const sealOf = ({ format, delivery, issuer, head, files }: Omit<Sealed, "seal">, hash: Hash): string =>
  hash(canonical({ format, delivery, issuer, head, files }));

export const sealed = <F>(content: Omit<Sealed<F>, "seal" | "format">, hash: Hash): Sealed<F> => {
  const whole = { format: FORMAT, ...content } as const;
  return { ...whole, seal: sealOf(whole, hash) };
};

/** The file as text: one value, one text. */
export const textOf = (file: unknown): string =>
  `${JSON.stringify(JSON.parse(canonical(file)), undefined, 1)}\n`;

const CHAIN: Readonly<Record<"order" | "link" | "fact" | "head", string>> = {
  order: "is not in its place: one was removed, added or moved",
  link: "does not follow the fact before it: one was removed, added, moved or changed",
  fact: "was changed after it was issued",
  head: "is not the last one that was issued: the end of the chain was changed or cut off",
};

/**
 * Everything that is not as it was issued, as sentences; none: the file is whole.
 *
 * @param found the files that came with it, without the facts
 */
export function faultsOf(file: Sealed, found: readonly Beside[], hash: Hash): string[] {
  const there = new Map(found.map((one) => [one.name, one]));
  const listed = new Map(file.files.map((one) => [one.name, one]));
  return [
    ...chainFaults(file.facts, file.head, hash).map(({ kind, at }) => `Fact ${at} ${CHAIN[kind]}.`),
    ...file.files.flatMap((one) => {
      const other = there.get(one.name);
      if (!other) return [`The file ${one.name} is missing.`];
      return other.sha256 === one.sha256 && other.bytes === one.bytes
        ? []
        : [`The file ${one.name} was changed after it was issued.`];
    }),
    ...found.flatMap(({ name }) => (listed.has(name) ? [] : [`The file ${name} was added.`])),
    ...(listed.size === file.files.length ? [] : ["A file is listed twice."]),
    ...proofFaults(file, listed),
    ...(sealOf(file, hash) === file.seal ? [] : ["The seal does not fit what it seals."]),
  ];
}

/** A picture counts by the fact that names it. */
function proofFaults({ facts, files }: Sealed, listed: ReadonlyMap<string, Beside>): string[] {
  const named = new Map(facts.flatMap(({ fact }) => pictureIn(fact)));
  const wrong = [...named].flatMap(([name, sha256]) =>
    listed.get(name)?.sha256 === sha256 ? [] : [`The file ${name} is not the picture that its fact names.`],
  );
  const unnamed = files.flatMap(({ name }) =>
    named.has(name) || name === PDF_FILE || name === README_FILE ? [] : [`No fact names the file ${name}.`],
  );
  return [...wrong, ...unnamed];
}

function pictureIn(fact: unknown): [string, string][] {
  if (typeof fact !== "object" || fact === null || Reflect.get(fact, "kind") !== "proof") return [];
  const [file, sha256]: unknown[] = [Reflect.get(fact, "file"), Reflect.get(fact, "sha256")];
  return typeof file === "string" ? [[file, typeof sha256 === "string" ? sha256 : ""]] : [];
}
