/** A name for the machine that is not taken: from the text where it has Latin letters, else the stem, numbered where needed. */
export function freeSlug(text: string, stem: string, taken: readonly string[]): string {
  const slug = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 30);
  const root = slug === "" ? stem : slug;
  const numbered = (n: number): string => (n === 1 ? root : `${root}-${n}`);
  const free = Array.from({ length: taken.length + 1 }, (_, at) => numbered(at + 1));
  return free.find((one) => !taken.includes(one)) ?? root;
}
