import type { ParsedOf } from "#contract/endpoint.ts";
import { changesBetween } from "#kernel/coded-list.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Context } from "#server/http/route.ts";
import type { levelsApi, ServiceLevels } from "../../contract/levels.ts";
import { checkLevels } from "../../domain/check-levels.ts";
import { insertLevels, lockLevels, readLevels } from "./levels-record.ts";

type Input = ParsedOf<typeof levelsApi.editServiceLevels>;

/**
 * Replaces the terms of the levels. Quotes and deliveries keep those that they were made by.
 *
 * @throws Refusal `levels.changed-meanwhile` with what changed, `levels.bad-terms` with every member at fault
 */
export function editLevels(input: Input, context: Context): Promise<ServiceLevels> {
  const { orgId } = context.actor;
  return context.db.as(context.actor, async (tx) => {
    const before = await lockLevels(tx, orgId);
    await change(tx, context, {
      type: "editServiceLevels",
      aggregateId: orgId,
      body: input,
      write: async () => {
        if (before.version !== input.version) {
          const seen = await readLevels(tx, input.version);
          const changed = changesBetween(seen.levels, before.levels).join(",");
          throw new Refusal("levels.changed-meanwhile", { version: before.version, changed });
        }
        check(
          input,
          before.levels.map(({ code }) => code),
        );
        const version = before.version + 1;
        await insertLevels(tx, context, { version, levels: input.levels });
        return { version };
      },
      event: (data) => ({
        aggregate: "service-levels",
        type: "service-levels.edited",
        data,
        audience: { staff: true },
      }),
    });
    return readLevels(tx);
  });
}

function check({ levels }: Input, saved: readonly string[]): void {
  const faults = checkLevels(levels, saved);
  if (faults.length === 0) return;
  throw new Refusal("levels.bad-terms", {
    field: faults.map(({ path, code }) => `${path}=levels.${code}`).join(","),
  });
}
