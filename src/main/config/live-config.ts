import type { BrowserConfig } from "#contract/browser-config.ts";
import { shownOrganisation } from "#features/setup/server/public.ts";
import type { Db } from "#server/db/db.ts";

/** A page waits no longer for the database: it opens with what was said last. */
const PATIENCE_MS = 1_000;

/** Adds to what settings say what the organisation says of itself, which administrators change while all runs. */
export function liveConfig(
  { db, orgId }: { readonly db: Db; readonly orgId: string },
  settled: BrowserConfig,
): () => Promise<BrowserConfig> {
  let last = settled;
  return async () => {
    const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), PATIENCE_MS).unref());
    const shown = await Promise.race([shownOrganisation(db, orgId).catch(() => undefined), late]);
    if (shown) {
      const { name, isOpen, currency, timezone, isDemo } = shown;
      // A demo that was removed has no people, so that nobody is offered a door of theirs.
      const demo = isDemo ? settled.demo : { ...settled.demo, on: false, people: [] };
      last = { ...last, org: { name, isOpen }, currency, timezone, demo };
    }
    return last;
  };
}
