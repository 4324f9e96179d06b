import type { AnyPage, AnySearch } from "./pages.ts";

export interface Match {
  readonly page: AnyPage;
  readonly params: Readonly<Record<string, string>>;
}

const parts = (path: string): string[] => path.split("/").filter(Boolean);

/** The page of an address. A written part wins over a named one: `/c/stop/new` before `/c/stop/$id`. */
export function matchPage(pages: readonly AnyPage[], pathname: string): Match | undefined {
  const found = pages.map((page) => matchOne(page, pathname)).filter((match) => match !== undefined);
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

function matchOne(page: AnyPage, pathname: string): Match | undefined {
  const wanted = parts(page.path);
  const given = parts(pathname);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = decode(given[at] ?? "");
    if (text === undefined) return undefined;
    if (part.startsWith("$")) params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return { page, params };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `?a=1&b=x&b=y` as texts and lists of texts: the pages' schemas parse them. */
export function parseSearch(text: string): Record<string, unknown> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const all = query.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );
}

/** The other way round; what is absent or empty leaves the address. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") query.append(name, String(one));
    }
  }
  return query.size === 0 ? "" : `?${query}`;
}

/** Search that the page's schema refuses falls back to its defaults: an old bookmark still opens. */
export function readSearch(schema: AnySearch | undefined, text: string): Record<string, unknown> {
  const parsed = schema?.safeParse(parseSearch(text));
  if (!parsed) return {};
  return parsed.success ? parsed.data : defaultsOf(schema);
}

function defaultsOf(schema: AnySearch | undefined): Record<string, unknown> {
  const plain = schema?.safeParse({});
  return plain?.success ? plain.data : {};
}

/** The search of an address after a change, without what is the default anyway. */
export function changeSearch(
  schema: AnySearch | undefined,
  text: string,
  patch: Readonly<Record<string, unknown>>,
): string {
  const defaults = defaultsOf(schema);
  const next = Object.entries({ ...readSearch(schema, text), ...patch }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaults[name]),
  );
  return stringifySearch(Object.fromEntries(next));
}
