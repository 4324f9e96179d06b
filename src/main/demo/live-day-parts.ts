import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import type { Room } from "#server/room.ts";

/** Parts of the running server with which the demo's day goes on. */
export interface LiveDayParts {
  readonly db: Db;
  readonly orgId: string;
  /** The running server's own rooms: everybody who follows their live events sees what happens here. */
  readonly rooms: readonly Room[];
  readonly clock: () => Instant;
  readonly log: Log;
}
