import * as z from "zod/mini";

/** Version of the format; a later one that reads differently counts up. */
const RULE_FILE_VERSION = 1;
/** Largest file that is read, in bytes. */
const RULE_FILE_BYTES = 2_000_000;

type RuleFileKind = "price-list" | "service-levels" | "slots" | "proof-policy" | "failure-reasons";

/** A set of rules as a file holds it. */
export interface RuleSet<I> {
  readonly kind: RuleFileKind;
  readonly item: z.core.$ZodType<I>;
  /** Currency of its amounts, where it has some: a list in another is not read. */
  readonly currency?: string;
  /** Name by which people know an item. */
  readonly nameOf: (item: I) => string;
  /** Key by which two files are compared, where it is not the name. */
  readonly keyOf?: (item: I) => string;
  /** Adds what a file may leave out. */
  readonly adopt?: (items: readonly I[]) => readonly I[];
  /** Faults of a file's items together, each with the place of its item or member, e.g. `3.names.de`; blank for the whole. */
  readonly check?: (items: readonly I[]) => readonly { readonly path: string; readonly text: string }[];
}

/** Reason why a file, or a place in it, cannot be read. */
interface FileFault {
  /** Path in the file; blank for the whole of it. */
  readonly at: string;
  /** Sentence about it, where the rules of the set have one. */
  readonly text?: string;
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
export function readRuleFile<I>(set: RuleSet<I>, text: string): ReadFile<I> {
  const { kind, item, currency } = set;
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
  if (faults.length > 0) return { items: [], faults };
  return checked(
    set,
    read.flatMap(({ success, data }) => (success ? [data] : [])),
  );
}

/** The items of a file by the rules of the set as a whole; nothing is taken where one is broken. */
function checked<I>({ adopt, check }: RuleSet<I>, read: readonly I[]): ReadFile<I> {
  const items = adopt?.(read) ?? read;
  const faults = (check?.(read) ?? []).map(({ path, text }): FileFault => ({
    at: path === "" ? "items" : `items.${path}`,
    code: "not-allowed",
    text,
  }));
  return { items: faults.length > 0 ? [] : items, faults };
}

interface FileChange {
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly name: string;
}

/** The differences that a file would make, by the names of the items. */
export function fileChanges<I>(
  { nameOf, keyOf = nameOf }: Pick<RuleSet<I>, "nameOf" | "keyOf">,
  before: readonly I[],
  after: readonly I[],
): FileChange[] {
  const old = new Map(before.map((item) => [keyOf(item), JSON.stringify(item)]));
  const keys = new Set(after.map(keyOf));
  const kept = before.map(keyOf).filter((key) => keys.has(key));
  const stays = after.map(keyOf).filter((key) => old.has(key));
  return [
    ...after.flatMap((item): FileChange[] => {
      const key = keyOf(item);
      const name = nameOf(item);
      const was = old.get(key);
      if (was === undefined) return [{ kind: "added", name }];
      if (was !== JSON.stringify(item)) return [{ kind: "changed", name }];
      return kept.indexOf(key) === stays.indexOf(key) ? [] : [{ kind: "moved", name }];
    }),
    ...before.flatMap((item): FileChange[] =>
      keys.has(keyOf(item)) ? [] : [{ kind: "removed", name: nameOf(item) }],
    ),
  ];
}
