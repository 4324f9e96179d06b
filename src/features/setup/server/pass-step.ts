import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Context } from "#server/http/route.ts";
import type { Setup, setupApi } from "../contract/api.ts";
import { readSetupIn, writePassed } from "./read-setup.ts";

/**
 * Leaves a step behind. The last one ends the set-up.
 *
 * @throws Refusal `setup.incomplete` at the last step while nobody could book
 */
export function passStep(input: ParsedOf<typeof setupApi.passStep>, context: Context): Promise<Setup> {
  const { actor, db } = context;
  const { step } = input;
  return db.as(actor, async (tx) => {
    await change(tx, context, {
      type: "passStep",
      aggregateId: actor.orgId,
      body: input,
      write: async () => {
        const { missing } = await readSetupIn(tx);
        if (step === "finish" && missing.length > 0)
          throw new Refusal("setup.incomplete", { missing: missing.join(", ") });
        await writePassed(tx, step, context);
        return { step };
      },
      event: (data) => ({
        aggregate: "organisation",
        type: "setup.step-passed",
        data,
        audience: { staff: true },
      }),
    });
    return readSetupIn(tx);
  });
}
