import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { Button } from "#web/ui/button.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { planningApi } from "../../contract/api.ts";
import type { Plan } from "../../contract/plans.ts";

/** A plan that is being made: how far it is, the best so far, and how to stop. */
export function PlanProgress({ plan }: { plan: Plan }) {
  const t = useWords("planning");
  const format = useFormat();
  const cancel = useCommand(planningApi.cancelPlan);
  const { progress, seconds } = plan;
  return (
    <section className="plan-card stack gap-3" aria-label={t("run.title")} data-testid="plan-progress">
      <h2 className="title">{t("run.title")}</h2>
      <Progress
        label={t("run.title")}
        {...(progress && { value: Math.min(1, progress.elapsedMs / (seconds * 1000)) })}
      />
      {progress ? (
        <p className="figure">
          <strong>{t("run.so-far", { time: format.duration(progress.travelSeconds) })}</strong>
          {" · "}
          {t("run.left-out", { n: progress.leftOut })}
          {" · "}
          <span className="quiet">{t("run.steps", { steps: format.number(progress.iterations) })}</span>
        </p>
      ) : (
        <p className="quiet">{t("run.waiting")}</p>
      )}
      <RefusalNote error={cancel.error} />
      <div>
        <Button icon="pause" loading={cancel.isPending} onClick={() => cancel.mutate({ id: plan.id })}>
          {t("run.cancel")}
        </Button>
      </div>
    </section>
  );
}
