import { useEffect, useRef, useState } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useLatest } from "#web/ui/use-latest.ts";
import type { PlanOutcome } from "../../contract/plans.ts";
import { apartOf, partsOf } from "../parts.ts";
import { Comparison } from "./comparison.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { LeftOut } from "./left-out.tsx";
import { PartList } from "./part-list.tsx";
import { PlanDoings, PlanNotes, usePlanActs } from "./plan-acts.tsx";
import type { PlanResultProps } from "./props.ts";
import { Stayed } from "./stayed.tsx";
import { usePlanKeys } from "./use-plan-keys.ts";
import { WhyDialog } from "./why-dialog.tsx";

/** A plan that is made: figures, changes courier by courier, publish and undo. */
export function PlanResult(props: PlanResultProps) {
  const { board, plan, other, isFresh } = props;
  const t = useWords("planning");
  const format = useFormat();
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<string>();
  const { outcome, state } = plan;
  const parts = partsOf(outcome);
  const acts = usePlanActs(props, { parts, dropped });
  const heading = useHeading(isFresh);
  const onDrop = (courierId: string, isDropped: boolean) => {
    const next = new Set(dropped);
    if (isDropped) next.add(courierId);
    else next.delete(courierId);
    setDropped(next);
  };
  const body = useRef<HTMLElement>(null);
  const keys = useLatest({ body, onPublish: acts.onPublish, onWhy: setAsked, parts });
  usePlanKeys(keys, asked !== undefined);
  const stayed = outcome.routes.length - parts.length;
  const apart = apartOf(plan, board.couriers);
  return (
    <section
      className="plan-card stack gap-4"
      aria-label={t("result.title")}
      data-testid="plan-result"
      ref={body}
    >
      <header>
        <h2 className="title" tabIndex={-1} ref={heading}>
          {t("result.title")}
        </h2>
        <Origin plan={plan} zone={board.timezone} />
      </header>
      {parts.length === 0 ? <p>{t("result.nothing")}</p> : <Sentences outcome={outcome} />}
      <PlanNotes {...props} acts={acts} />
      <PlanDoings plan={plan} acts={acts} parts={parts.length} dropped={dropped.size} />
      <FiguresTable before={outcome.before} after={outcome.after} other={other?.outcome?.after} />
      {other?.outcome && <Comparison board={board} here={outcome} there={other.outcome} />}
      {parts.length > 0 && (
        <section className="stack gap-3" aria-label={t("part.title")}>
          <h3 className="title">{t("part.title")}</h3>
          <PartList
            board={board}
            parts={parts}
            dropped={dropped}
            onDrop={onDrop}
            isDraft={state === "ready"}
            onWhy={setAsked}
          />
          {stayed > 0 && <p className="quiet small">{t("part.stayed", { n: stayed })}</p>}
        </section>
      )}
      {apart.length > 0 && <p className="quiet small">{t("part.apart", { names: format.list(apart) })}</p>}
      <Stayed board={board} stayed={outcome.stayed ?? []} />
      <LeftOut board={board} leftOut={outcome.leftOut} onWhy={setAsked} />
      {asked !== undefined && (
        <WhyDialog board={board} plan={plan} deliveryId={asked} onClose={() => setAsked(undefined)} />
      )}
    </section>
  );
}

/** Maker and time of a plan, and how it came about. */
function Origin({ plan, zone }: { plan: PlanResultProps["plan"]; zone: string }) {
  const t = useWords("planning");
  const format = useFormat();
  const facts = [
    t("result.by", {
      name: plan.askedBy ?? t("conflict.somebody"),
      ago: format.dateTime(plan.endedAt ?? plan.askedAt, zone),
    }),
    t(`state.${plan.state}`),
    ...(plan.reason === "cancelled" ? [t("result.cancelled")] : []),
    ...(plan.outcome.travel === "estimated" ? [t("result.estimated")] : []),
  ];
  return <p className="quiet small">{facts.join(" · ")}</p>;
}

/** Figures that matter most, as sentences. */
function Sentences({ outcome: { before, after, moves, mended } }: { outcome: PlanOutcome }) {
  const t = useWords("planning");
  const format = useFormat();
  const saved = before.seconds - after.seconds;
  const time = format.duration(Math.abs(saved));
  return (
    <ul className="plan-says">
      {Math.abs(saved) >= 30 && (
        <li>{saved > 0 ? t("result.saves", { time }) : t("result.costs", { time })}</li>
      )}
      {moves.length > 0 && <li>{t("result.moved", { n: moves.length })}</li>}
      {mended.length > 0 && <li>{t("result.mended", { n: mended.length })}</li>}
    </ul>
  );
}

/** Puts the focus on a plan that was made on this page. */
function useHeading(isFresh: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFresh) heading.current?.focus();
  }, [isFresh]);
  return heading;
}
