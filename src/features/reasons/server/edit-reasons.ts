import type { ParsedOf } from "#contract/endpoint.ts";
import { FAILURE_REASONS } from "#features/parcels/domain/reasons.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Tx } from "#server/db/db.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import type { ReasonList, reasonsApi } from "../contract/api.ts";
import { differing } from "../domain/faults.ts";
import { lockStanding, readStanding, writeStanding } from "./faults-record.ts";

async function listed(tx: Tx): Promise<ReasonList> {
  const { version, faults } = await readStanding(tx);
  const reasons = FAILURE_REASONS.map(({ code, phase, fault: usual }) => {
    return { code, phase, fault: faults[code] ?? usual, usual };
  });
  return { version, reasons };
}

export const readReasons = ({ db, actor }: Context): Promise<ReasonList> => db.read(actor, listed);

/** Says whose fault each reason is; one that is not named has its usual one. @throws Refusal `reasons.changed-meanwhile` */
export const editReasons = (
  input: ParsedOf<typeof reasonsApi.editReasons>,
  context: Context,
): Promise<ReasonList> =>
  context.db.as(context.actor, async (tx) => {
    const before = await lockStanding(tx);
    await change(tx, context, {
      type: "editReasons",
      aggregateId: context.actor.orgId,
      body: input,
      write: async () => {
        if (before.version !== input.version)
          throw new Refusal("reasons.changed-meanwhile", { version: before.version });
        const version = before.version + 1;
        const faults = differing(Object.fromEntries(input.faults.map(({ code, fault }) => [code, fault])));
        await writeStanding(writeContext(tx, context), { version, faults });
        return { version };
      },
      event: (data) => ({ aggregate: "reasons", type: "reasons.edited", data, audience: { staff: true } }),
    });
    return listed(tx);
  });
