import { useCommand } from "#web/api/use-command.ts";
import { type Setup, setupApi } from "../../contract/api.ts";
import { SETUP_STEPS } from "../../domain/steps.ts";
import { usePass, type StepParts } from "../use-setup.ts";

type Organisation = Omit<Setup["organisation"], "isFixed">;

/** Saves the organisation and goes on. Every page shows name, money and times by it, so a change loads them anew. */
export function useSaveOrganisation({ setup, step, onPassed }: StepParts) {
  const edit = useCommand(setupApi.editOrganisation);
  const before = setup.organisation;
  const pass = usePass({
    step,
    onPassed: (fresh) => {
      const { name, currency, timezone } = fresh.organisation;
      const isSame = name === before.name && currency === before.currency && timezone === before.timezone;
      if (isSame) return onPassed(fresh);
      location.assign(`/a/start?step=${SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1] ?? step}`);
    },
  });
  return async (organisation: Organisation): Promise<void> => {
    await edit.mutateAsync(organisation);
    await pass.go();
  };
}
