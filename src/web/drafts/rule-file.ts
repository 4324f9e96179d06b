import * as z from "zod/mini";

/** Version of the format; a later one that reads differently counts up. */
const RULE_FILE_VERSION = 1;
/** Largest file that is read, in bytes. */
const RULE_FILE_BYTES = 2_000_000;

type RuleFileKind = "price-list" | "service-levels" | "slots" | "proof-policy";

/** A set of rules as a file holds it. */
export interface RuleSet<I> {
  readonly kind: RuleFileKind;
  readonly item: z.core.$ZodType<I>;
  /** Currency of its amounts, where it has some: a list in another is not read. */
  readonly currency?: string;
  /** Name by which people know an item, and by which two files are compared. */
  readonly nameOf: (item: I) => string;
}

/** Reason why a file, or a place in it, cannot be read. */
interface FileFault {
  /** Path in the file; blank for the whole of it. */
  readonly at: string;
  readonly code: "not-json" | "too-large" | "other-kind" | "newer" | "other-currency" | "not-allowed";
}

export interface ReadFile<I> {
  readonly items: readonly I[];
  readonly faults: readonly FileFault[];
}

const Head = z.object({ waybill: z.string(), version: z.int(), currency: z.optional(z.string()) });

/** A set of rules as the text of a file (`docs/rule-files.md`). */
export function writeRuleFile<I extends object>({ kind, currency }: RuleSet<I>, items: readonly I[]): string {
  const head = { waybill: kind, version: RULE_FILE_VERSION, ...(currency !== undefined && { currency }) };
  return `${JSON.stringify({ ...head, items }, null, 2)}\n`;
}

const wrong = (code: FileFault["code"], at = ""): ReadFile<never> => ({ items: [], faults: [{ at, code }] });

/** Reads a file; every place that is not allowed is named, and nothing is taken then. */
export function readRuleFile<I>({ kind, item, currency }: RuleSet<I>, text: string): ReadFile<I> {
  if (text.length > RULE_FILE_BYTES) return wrong("too-large");
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return wrong("not-json");
  }
  const head = Head.safeParse(file).data;
  if (head?.waybill !== kind) return wrong("other-kind", "waybill");
  if (head.version > RULE_FILE_VERSION) return wrong("newer", "version");
  if (currency !== undefined && head.currency !== currency) return wrong("other-currency", "currency");
  const list = z.record(z.string(), z.unknown()).safeParse(file).data?.["items"];
  if (!Array.isArray(list)) return wrong("not-allowed", "items");
  const read = list.map((one) => z.safeParse(item, one));
  const faults = read.flatMap(({ error }, at): FileFault[] =>
    (error?.issues ?? []).map(({ path }) => ({
      at: ["items", at, ...path].map(String).join("."),
      code: "not-allowed",
    })),
  );
  return {
    items: faults.length > 0 ? [] : read.flatMap(({ success, data }) => (success ? [data] : [])),
    faults,
  };
}

interface FileChange {
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly name: string;
}

/** The differences that a file would make, by the names of the items. */
export function fileChanges<I>(
  { nameOf }: Pick<RuleSet<I>, "nameOf">,
  before: readonly I[],
  after: readonly I[],
): FileChange[] {
  const old = new Map(before.map((item, at) => [nameOf(item), { at, text: JSON.stringify(item) }]));
  const names = new Set(after.map(nameOf));
  const kept = before.map(nameOf).filter((name) => names.has(name));
  const stays = after.map(nameOf).filter((name) => old.has(name));
  return [
    ...after.flatMap((item): FileChange[] => {
      const name = nameOf(item);
      const was = old.get(name);
      if (!was) return [{ kind: "added", name }];
      if (was.text !== JSON.stringify(item)) return [{ kind: "changed", name }];
      return kept.indexOf(name) === stays.indexOf(name) ? [] : [{ kind: "moved", name }];
    }),
    ...before
      .map(nameOf)
      .flatMap((name): FileChange[] => (names.has(name) ? [] : [{ kind: "removed", name }])),
  ];
}
