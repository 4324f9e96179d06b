import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { planningApi } from "../../contract/api.ts";
import { movedOn, type Part } from "../parts.ts";
import { useKeepPlan } from "../use-plans.ts";
import type { PlanResultProps } from "./props.ts";

type Revisions = readonly { readonly courierId: string; readonly revision: number }[];

/** Publish and undo of a plan, with what came of them. */
export function usePlanActs(
  { board, plan, isOnline }: PlanResultProps,
  { parts, dropped }: { readonly parts: readonly Part[]; readonly dropped: ReadonlySet<string> },
) {
  const keep = useKeepPlan();
  const publish = useCommand(planningApi.publishPlan, { onDone: (reply) => keep(reply.plan) });
  const undo = useCommand(planningApi.undoPlan, { onDone: keep });
  const send = (routes: Revisions) => {
    undo.reset();
    const seen = routes.map(({ courierId, revision }) => ({ courierId, revision }));
    publish.mutate({ id: plan.id, seen, without: [...dropped] });
  };
  const mayPublish = plan.state === "ready" && isOnline && dropped.size < parts.length;
  return {
    publish,
    undo,
    isOnline,
    mayPublish,
    onPublish: () => mayPublish && !publish.isPending && send(plan.outcome.routes),
    onLay: () => send(board.couriers.map(({ id, route }) => ({ courierId: id, revision: route.revision }))),
    onUndo: () => undo.mutate({ id: plan.id }),
  };
}

export type PlanActs = ReturnType<typeof usePlanActs>;

/** Publishes a draft, or takes it back. */
export function PlanDoings({
  plan,
  acts,
  parts,
  dropped,
}: {
  plan: PlanResultProps["plan"];
  acts: PlanActs;
  parts: number;
  dropped: number;
}) {
  const t = useWords("planning");
  if (plan.state === "published")
    return (
      <div>
        <Button
          variant="outlined"
          icon="undo"
          loading={acts.undo.isPending}
          disabled={!acts.isOnline}
          onClick={acts.onUndo}
        >
          {t("undo")}
        </Button>
      </div>
    );
  if (plan.state !== "ready" || parts === 0) return null;
  return (
    <div className="plan-do-row">
      <Button
        variant="filled"
        icon="check"
        size="large"
        loading={acts.publish.isPending}
        disabled={!acts.mayPublish}
        onClick={acts.onPublish}
      >
        {dropped > 0 ? t("publish.some") : t("publish")}
      </Button>
      {dropped > 0 && <span className="quiet small">{t("part.dropped", { n: dropped })}</span>}
    </div>
  );
}

/** Says what happened to the plan, and to the day since. */
export function PlanNotes({ board, plan, acts, onAnew }: PlanResultProps & { acts: PlanActs }) {
  const t = useWords("planning");
  const format = useFormat();
  const moved = plan.state === "ready" ? movedOn(plan.outcome, board.couriers) : [];
  const isRefused = isProblem(acts.publish.error, "dispatch.conflict");
  return (
    <>
      {moved.length > 0 && !isRefused && (
        <Banner tone="warning" icon="refresh">
          {t("moved-on.title", { names: format.list(moved) })}
        </Banner>
      )}
      {isRefused ? (
        <Refused acts={acts} onAnew={onAnew} />
      ) : (
        <Problem error={acts.publish.error} onAnew={onAnew} />
      )}
      <Problem error={acts.undo.error} onAnew={onAnew} />
      {plan.state === "published" && <Published plan={plan} acts={acts} zone={board.timezone} />}
      {plan.state === "undone" && <Banner tone="info">{t("undone.text")}</Banner>}
    </>
  );
}

function Published({ plan, acts, zone }: { plan: PlanResultProps["plan"]; acts: PlanActs; zone: string }) {
  const t = useWords("planning");
  const format = useFormat();
  const overtaken = acts.publish.data?.overtaken.length ?? 0;
  return (
    <Banner tone="done">
      {t("published.text", {
        name: plan.publishedBy ?? t("conflict.somebody"),
        ago: format.dateTime(plan.publishedAt ?? plan.askedAt, zone),
      })}{" "}
      {overtaken > 0 && t("published.overtaken", { n: overtaken })}
    </Banner>
  );
}

/** Says who rides no more, with the way on; everything else in the refusal's own words. */
function Problem({ error, onAnew }: { error: unknown; onAnew: () => void }) {
  const t = useWords("planning");
  const name = isProblem(error, "dispatch.courier-unknown") ? error.facts["courier"] : undefined;
  if (!name) return <RefusalNote error={error} />;
  return (
    <Banner
      tone="warning"
      urgent
      actions={
        <Button variant="text" onClick={onAnew}>
          {t("conflict.anew")}
        </Button>
      }
    >
      <strong>{t("gone.title", { courier: String(name) })}</strong> {t("gone.text")}
    </Banner>
  );
}

/** Says who changed a route meanwhile and how, with two ways on. */
function Refused({ acts, onAnew }: { acts: PlanActs; onAnew: () => void }) {
  const t = useWords("planning");
  const { error, isPending } = acts.publish;
  const { courier = "", by = "", change = "" } = isProblem(error) ? error.facts : {};
  const who = by === "" ? t("conflict.somebody") : String(by);
  return (
    <Banner
      tone="warning"
      icon="swap"
      urgent
      actions={
        <>
          <Button variant="text" loading={isPending} onClick={acts.onLay}>
            {t("conflict.lay")}
          </Button>
          <Button variant="text" onClick={onAnew}>
            {t("conflict.anew")}
          </Button>
        </>
      }
    >
      <strong>{t("conflict.title", { courier: String(courier), by: who })}</strong>{" "}
      {maybeWord("dispatch", `change.${String(change)}`)} {t("conflict.text")}
    </Banner>
  );
}
