import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Context } from "#server/http/route.ts";
import type { Slots, slotsApi } from "../contract/api.ts";
import { changesBetween } from "../domain/plan-changes.ts";
import { checkPlan } from "../domain/plan.ts";
import { insertPlan, readPlan } from "./plan-record.ts";

type Input = ParsedOf<typeof slotsApi.editSlots>;

/**
 * Replaces the places. What is booked stays booked, also beyond them.
 *
 * @throws Refusal `capacity.changed-meanwhile` with what changed, `capacity.bad-plan` with every member at fault
 */
export async function editSlots(input: Input, context: Context): Promise<Slots> {
  const faults = checkPlan(input);
  if (faults.length > 0)
    throw new Refusal("capacity.bad-plan", {
      field: faults.map(({ path, code }) => `${path}=capacity.${code}`).join(","),
    });
  const { orgId } = context.actor;
  return context.db.as(context.actor, async (tx) => {
    await change(tx, context, {
      type: "editSlots",
      aggregateId: orgId,
      body: input,
      write: async () => {
        const isOld = async () => {
          const [seen, now] = [await readPlan(tx, input.version), await readPlan(tx)];
          const changed = changesBetween(seen, now).join(",");
          return new Refusal("capacity.changed-meanwhile", { version: now.version, changed });
        };
        if ((await readPlan(tx)).version !== input.version) throw await isOld();
        const version = input.version + 1;
        if (!(await insertPlan(tx, context, { ...input, version }))) throw await isOld();
        return { version };
      },
      event: (data) => ({ aggregate: "slots", type: "slots.edited", data, audience: { staff: true } }),
    });
    return readPlan(tx);
  });
}
