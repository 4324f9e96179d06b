const HEAD = "## Roads\n";

/** The part about roads of a page, up to the next heading or the end. */
export function roadsPart(page: string): string | undefined {
  const start = page.indexOf(`\n${HEAD}`);
  if (start < 0) return undefined;
  const end = page.indexOf("\n## ", start + HEAD.length);
  return page.slice(start + 1, end < 0 ? undefined : end).trimEnd();
}

/** The page with this part about roads instead of its own, at the end where it has none. */
export function keepRoads(page: string, part: string | undefined): string {
  const old = roadsPart(page);
  if (part === undefined) return page;
  return old === undefined ? `${page.trimEnd()}\n\n${part}\n` : page.replace(old, part);
}
