import type pg from "pg";

const BY_SETTING = /\b(?:\w+\.)?org_id = app_org\(\)/g;
const BY_VALUE = /\b(?:\w+\.)?org_id = (\$\d+)(?!\w)/g;

/** A statement without the application's own filters by organisation; a value that only such a filter used stays used. */
export const withoutFilters = (text: string): string =>
  text.replaceAll(BY_SETTING, "true").replaceAll(BY_VALUE, "($1::uuid is not null)");

const isFence = (says: unknown): boolean => Array.isArray(says) && says.join().includes("'app.org'");

/**
 * Takes the application's own filters out of every statement that runs behind an organisation's fence on connections of this
 * pool, while `isOff` says so. The owner's statements stay as they are: no fence is around them.
 *
 * @returns how many statements were changed so far
 */
export function takeFiltersOff(pool: pg.Pool, isOff: () => boolean): () => number {
  let changed = 0;
  const patched = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => {
    if (patched.has(client)) return;
    patched.add(client);
    let isFenced = false;
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    const query = (...given: unknown[]): unknown => {
      const [first] = given;
      if (first === "commit" || first === "rollback") isFenced = false;
      else if (typeof first === "object" && first !== null && "text" in first) {
        if ("says" in first) isFenced = isFence(first.says);
        // A name stands for the statement with its filters.
        if (isFenced && isOff()) Object.assign(first, { text: without(String(first.text)), name: undefined });
      }
      return send(...given);
    };
    // Safe: each way to ask goes on to the driver's own.
    client.query = query as typeof client.query;
  });
  const without = (text: string): string => {
    const bare = withoutFilters(text);
    if (bare !== text) changed += 1;
    return bare;
  };
  return () => changed;
}
