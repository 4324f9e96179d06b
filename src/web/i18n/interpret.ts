/** A message as the build compiled it: texts, `[name]`, `[name, kind, branches]`. */
export type Compiled = readonly Token[];
type Token = string | readonly [name: string, kind?: string, branches?: unknown];
type Branches = Readonly<Record<string, Compiled | string | number>>;

export type WordValues = Readonly<Record<string, string | number>>;

/** Plural rules and number formats cost to make; each language makes its own once. */
const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function cached<T>(store: Map<string, T>, key: string, make: () => T): T {
  const known = store.get(key) ?? make();
  store.set(key, known);
  return known;
}

const numberText = (tag: string, value: number): string =>
  cached(numbers, tag, () => new Intl.NumberFormat(tag)).format(value);

/**
 * Reads a compiled ICU message: names, numbers, `plural` with exact values and offset, `selectordinal`, `select`.
 *
 * Gives the same texts as @lingui/core (a test compares them) in 0.5 kB instead of 3.1 kB; dates and money arrive
 * formatted, because their zone and digits are not the message's to know.
 */
export function interpret(
  message: Compiled | string,
  tag: string,
  values: WordValues = {},
  count?: number,
): string {
  if (typeof message === "string") return message;
  return message
    .map((token) => {
      if (typeof token === "string")
        return token === "#" && count !== undefined ? numberText(tag, count) : token;
      const [name, kind, branches] = token;
      const value = values[name] ?? "";
      if (kind === undefined) return String(value);
      if (kind === "number") return numberText(tag, Number(value));
      // Safe: only these kinds pass the test of words, and the build gives each its branches.
      return choose({ kind, branches: branches as Branches }, value, tag, values);
    })
    .join("");
}

function choose(
  { kind, branches }: { readonly kind: string; readonly branches: Branches },
  value: string | number,
  tag: string,
  values: WordValues,
): string {
  const pick = (key: string): Compiled | string => {
    const branch = branches[key] ?? branches["other"] ?? "";
    return typeof branch === "number" ? "" : branch;
  };
  if (kind === "select") return interpret(pick(String(value)), tag, values);
  const offset = typeof branches["offset"] === "number" ? branches["offset"] : 0;
  const count = Number(value) - offset;
  if (Object.hasOwn(branches, String(value))) return interpret(pick(String(value)), tag, values, count);
  const type = kind === "selectordinal" ? "ordinal" : "cardinal";
  const form = cached(rules, `${tag} ${type}`, () => new Intl.PluralRules(tag, { type })).select(count);
  return interpret(pick(form), tag, values, count);
}
