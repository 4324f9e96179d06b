import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { useCommand } from "#web/api/use-command.ts";
import { type Setup, setupApi } from "../contract/api.ts";
import type { SetupStep } from "../domain/steps.ts";

const SETUP = ["setup"];

/** How far the set-up is, with the ways to go on. */
export function useSetup() {
  const queries = useQueryClient();
  const setup = useQuery({
    queryKey: SETUP,
    queryFn: ({ signal }) => call(setupApi.readSetup, {}, { signal }),
  });
  const take = (fresh: Setup) => void queries.setQueryData(SETUP, fresh);
  return { setup, take };
}

export interface StepParts {
  readonly setup: Setup;
  readonly step: SetupStep;
  /** The newest state, where a step stays. */
  readonly onFresh: (fresh: Setup) => void;
  /** The step lies behind. */
  readonly onPassed: (fresh: Setup) => void;
  readonly onStep: (step: SetupStep) => void;
}

/** Leaves a step behind, done or as it was. */
export function usePass({ step, onPassed }: Pick<StepParts, "step" | "onPassed">) {
  const pass = useCommand(setupApi.passStep, { onDone: onPassed });
  return { ...pass, go: () => pass.mutateAsync({ step }), press: () => pass.mutate({ step }) };
}

/** State of one step. */
export const stateIn = ({ steps }: Setup, step: SetupStep) =>
  steps.find((one) => one.step === step)?.state ?? "open";
