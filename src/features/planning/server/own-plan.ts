import type { Planner } from "#server/planning/planner.ts";
import { BadInput } from "#server/http/problems.ts";
import type { OwnPlanAnswer, PlanFile } from "../contract/own-plan.ts";
import { answerOf, jobOf, PlanFault } from "./own-orders.ts";
import type { Places } from "./places.ts";

/** @throws BadInput naming the field that is against another one, Refusal `planning.busy` */
export async function planOwnOrders(
  planner: Planner,
  places: Places,
  plan: PlanFile,
): Promise<OwnPlanAnswer> {
  const { job, from } = checked(plan);
  return places.within(async () => {
    const made = await planner.plan(job, plan.seconds * 1000).done;
    return { travel: made.travel, ...answerOf(made, from) };
  });
}

function checked(plan: PlanFile): ReturnType<typeof jobOf> {
  try {
    return jobOf(plan);
  } catch (error) {
    if (error instanceof PlanFault) throw new BadInput([{ path: error.field, code: "not-allowed" }]);
    throw error;
  }
}
