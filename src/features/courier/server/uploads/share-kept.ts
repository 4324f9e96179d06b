import { keptBefore, mayProve, shareProof, type Who } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows, type Tx } from "#server/db/db.ts";
import { sql } from "kysely";
import { readBody } from "../../contract/read-body.ts";
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

/** Newest reports of a phone among which the other commands of a picture's tap are looked for. */
const NEWEST = 500;

/** Names a proof that is kept now for the other tasks of its tap, whether the command that carries it was judged or not. */
export const shareWithTap = async (tx: Tx, carried: Carried, who: Sharer): Promise<void> =>
  shareKept(tx, await namedBeside(tx, carried, who), who);

/** The same with bytes that were kept for another task of the tap than the one that carries them. */
export const shareFrom = async (tx: Tx, kept: SharedProof, who: Sharer): Promise<void> => {
  const beside = await namedBeside(tx, { ...kept, id: kept.of.toLowerCase() }, who);
  await shareKept(
    tx,
    beside.map((shared) => ({ ...shared, of: kept.id })),
    who,
  );
};

/** The first other task of a picture's tap that lacks it and may have it, where its own task may not. */
export async function lackingOf(tx: Tx, carried: Carried, who: Sharer): Promise<SharedProof | undefined> {
  for (const shared of await namedBeside(tx, carried, who)) {
    const { deliveryId, taskId, kind, sha256 } = shared;
    const given = { proofId: shared.id.toLowerCase(), deliveryId, taskId, kind, givenSha256: sha256 };
    try {
      if (await keptBefore(tx, given)) continue;
      await mayProve(tx, given, who);
      return shared;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return undefined;
}

/** A picture and the task that carries it. */
interface Carried {
  readonly id: string;
  readonly taskId: string;
}

/** Judged namings of a picture by the other commands of its tap. */
async function namedBeside(tx: Tx, { id, taskId }: Carried, who: Sharer): Promise<readonly SharedProof[]> {
  const same = await rows(
    tx,
    sql<Frozen>`
      select s.type, s.v, s.body
      from courier_device d cross join lateral (
        select r.* from courier_report r
        where r.org_id = d.org_id and r.device_id = d.device_id and r.user_id = d.user_id
        order by r.seq desc limit ${NEWEST}::int) s
      where d.org_id = app_org() and d.user_id = ${who.actor.userId} and s.task_id <> ${taskId}
        and s.verdict <> 'later' and strpos(lower(s.body), ${id}) > 0
      order by s.seq`,
  );
  return same.flatMap((one) => sharedIn(readBody(one))).filter(({ of }) => of.toLowerCase() === id);
}
