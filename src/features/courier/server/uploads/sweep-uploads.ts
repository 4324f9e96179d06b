import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { dropUpload } from "./upload-files.ts";
import { abandonedUploads } from "./upload-row.ts";

/** Deletes uploads that did not go on for 7 days since they began. */
export async function sweepUploads(db: Db, dataFolder: string, now: Instant): Promise<void> {
  for (const id of await abandonedUploads(db, now)) await dropUpload(dataFolder, id);
}
