/** Part of a page under a heading, up to the next heading or the end. */
export function partOf(page: string, heading: string): string | undefined {
  const head = `## ${heading}\n`;
  const start = page.indexOf(`\n${head}`);
  if (start < 0) return undefined;
  const end = page.indexOf("\n## ", start + head.length);
  return page.slice(start + 1, end < 0 ? undefined : end).trimEnd();
}

/** The page with this part instead of its own one of that heading, at the end where it has none. */
export function keepPart(page: string, heading: string, part: string | undefined): string {
  const old = partOf(page, heading);
  if (part === undefined) return page;
  return old === undefined ? `${page.trimEnd()}\n\n${part}\n` : page.replace(old, () => part);
}
