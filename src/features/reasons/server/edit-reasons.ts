import type { ParsedOf } from "#contract/endpoint.ts";
import { changesBetween } from "#kernel/coded-list.ts";
import type { WordLocale } from "#kernel/locale.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import type { ReasonList, reasonsApi } from "../contract/api.ts";
import { checkReasons } from "../domain/check-reasons.ts";
import { insertList, lockList, readList } from "./reasons-record.ts";

type Input = ParsedOf<typeof reasonsApi.editReasons>;

/**
 * Replaces the reasons. What was recorded keeps its fault.
 *
 * @param own language in which every reason needs a name
 * @throws Refusal `reasons.changed-meanwhile` with what changed, `reasons.bad-terms` with every member at fault
 */
export const editReasons = (own: WordLocale, input: Input, context: Context): Promise<ReasonList> =>
  context.db.as(context.actor, async (tx) => {
    const before = await lockList(tx);
    await change(tx, context, {
      type: "editReasons",
      aggregateId: context.actor.orgId,
      body: input,
      write: async () => {
        if (before.version !== input.version) {
          const seen = await readList(tx, input.version);
          const changed = changesBetween(seen.reasons, before.reasons).join(",");
          throw new Refusal("reasons.changed-meanwhile", { version: before.version, changed });
        }
        check(input, before, own);
        const version = before.version + 1;
        await insertList(writeContext(tx, context), { version, reasons: input.reasons });
        return { version };
      },
      event: (data) => ({ aggregate: "reasons", type: "reasons.edited", data, audience: { staff: true } }),
    });
    return readList(tx);
  });

function check({ reasons }: Input, { reasons: saved }: ReasonList, own: WordLocale): void {
  const faults = checkReasons(reasons, { saved, own });
  if (faults.length === 0) return;
  throw new Refusal("reasons.bad-terms", {
    field: faults.map(({ path, code }) => `${path}=reasons.${code}`).join(","),
  });
}
