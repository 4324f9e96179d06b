/** Pages with views. */
export const VIEW_PAGES = ["board", "deliveries"] as const;
export type ViewPage = (typeof VIEW_PAGES)[number];

/** Parser of a page's search: text by name, as the address gives it. */
export interface SearchParser<S extends object = object> {
  safeParse(input: unknown): { success: true; data: S } | { success: false };
}

/** Most views of one person and page, and most shared ones of a page. */
export const MOST_VIEWS = 30;
export const MOST_SHARED = 50;
/** Longest name and query, in characters. */
export const VIEW_TEXTS = { name: 60, query: 600 } as const;

/** Names that say where somebody is, not which rows they want. */
const PLACE_NAMES: Readonly<Record<ViewPage, readonly string[]>> = {
  board: ["date", "assign", "tab"],
  deliveries: ["pages"],
};

/**
 * The one way to write a search: parsed by the page's parser, without defaults and without the reader's place, by name.
 *
 * @param asked text by name @returns undefined for what the parser refuses
 */
export function canonicalSearch(
  page: ViewPage,
  parser: SearchParser,
  asked: Readonly<Record<string, string>>,
): [name: string, text: string][] | undefined {
  const [read, plain] = [parser.safeParse(asked), parser.safeParse({})];
  if (!read.success || !plain.success) return undefined;
  const defaults = new Map(textsOf(plain.data));
  return textsOf(read.data)
    .filter(([name, text]) => !PLACE_NAMES[page].includes(name) && defaults.get(name) !== text)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

export const textsOf = (read: object): [string, string][] =>
  Object.entries(read).map(([name, value]): [string, string] => [name, String(value)]);

/** A parsed search without what says where its reader is. */
export const filterIn = <S extends object>(page: ViewPage, read: S): Partial<S> =>
  // Safe: it has fewer of the same members.
  Object.fromEntries(
    Object.entries(read).filter(([name]) => !PLACE_NAMES[page].includes(name)),
  ) as Partial<S>;
