import { shareProof } from "#features/deliveries/server/public.ts";
import type { Who } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "kysely";
import { readBody } from "../../contract/read-body.ts";
import { SYNC_LIMITS } from "../../contract/sync.ts";
import { sharedIn } from "../../domain/sync/report.ts";
import type { SharedProof } from "../../domain/sync/store.ts";
import type { ActingCourier } from "../courier-of.ts";

type Sharer = Who & { readonly actor: ActingCourier };

/** Names kept bytes for other tasks of the same tap; bytes that did not come yet, and tasks of others, are left out. */
export async function shareKept(tx: Tx, shared: readonly SharedProof[], who: Sharer): Promise<void> {
  for (const { id, of, deliveryId, taskId, kind, sha256 } of shared) {
    const given = { proofId: id.toLowerCase(), deliveryId, taskId, kind, givenSha256: sha256 };
    try {
      await shareProof(tx, of.toLowerCase(), given, who);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

interface Frozen {
  readonly type: string;
  readonly v: number;
  readonly body: string;
}

/** Names a proof that is kept now for the other tasks of its tap: neighbouring numbers of one phone, one time. */
export async function shareWithTap(
  tx: Tx,
  { id, taskId }: { readonly id: string; readonly taskId: string },
  who: Sharer,
): Promise<void> {
  const most = SYNC_LIMITS.commands;
  const same = await rows(
    tx,
    sql<Frozen>`
      select s.type, s.v, s.body
      from courier_report r join courier_report s on s.org_id = r.org_id and s.device_id = r.device_id
        and s.user_id = r.user_id and s.wall = r.wall and s.seq between r.seq - ${most}::int and r.seq + ${most}::int
      where r.org_id = app_org() and r.task_id = ${taskId} and r.user_id = ${who.actor.userId}
        and s.task_id <> r.task_id and s.verdict <> 'later'
      order by s.seq`,
  );
  const shared = same.flatMap((one) => sharedIn(readBody(one))).filter(({ of }) => of.toLowerCase() === id);
  await shareKept(tx, shared, who);
}
