import { useEffect, useRef, useState } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import { useBoard } from "#features/dispatch/web/public.ts";
import { addDays } from "#kernel/local-time.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import { planningApi } from "../contract/api.ts";
import type { Plan, PlanOutcome } from "../contract/plans.ts";
import { PlanList } from "./plan-list.tsx";
import { PlanMap } from "./plan-map.tsx";
import type { PlanSearch } from "./plan-search.ts";
import { PlanProgress } from "./result/plan-progress.tsx";
import { PlanResult } from "./result/plan-result.tsx";
import { askedOf, FIRST_CHOICE, type PlanChoice } from "./setup/choice.ts";
import { PlanSetup } from "./setup/plan-setup.tsx";
import { useKeepPlan, usePlan, usePlans } from "./use-plans.ts";
import "./plan.css";

/** Seconds of an improvement that the board offers. */
const IMPROVE_S = 2;

type Props = PageProps<{ date: string }, PlanSearch>;

/** The plan of a day: what goes in, what matters, the best so far, what changes, publish and undo. */
export function PlanPage(props: Props) {
  const t = useWords("planning");
  if (!isDate(props.params.date))
    return <StateMessage page kind="not-found" title={t("page.bad-date")} action={<ToBoard date="" />} />;
  return <PlanOfDay {...props} key={props.params.date} />;
}

const isDate = (text: string): boolean =>
  /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function ToBoard({ date }: { date: string }) {
  const t = useWords("planning");
  return (
    <Button variant="tonal" icon="list" href={date === "" ? "/d/board" : `/d/board?date=${date}`}>
      {t("page.to-board")}
    </Button>
  );
}

function PlanOfDay({ params: { date }, search, setSearch }: Props) {
  const { query } = useBoard(date);
  const board = query.data?.date === date ? query.data : undefined;
  if (board)
    return <Desk board={board} isStale={query.error !== null} search={search} setSearch={setSearch} />;
  if (query.error) return <ProblemMessage page error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="plan-page" aria-busy="true">
      <Skeleton look="rows" lines={8} />
      <Skeleton look="card" lines={3} />
    </div>
  );
}

interface DeskProps extends Pick<Props, "search" | "setSearch"> {
  board: Board;
  isStale: boolean;
}

function Desk({ board, isStale, search, setSearch }: DeskProps) {
  const t = useWords("planning");
  const isOnline = useOnline() && !isStale;
  const plans = usePlans(board.date);
  const lines = plans.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = search.plan || (lines[0]?.id ?? "");
  const plan = usePlan(shown);
  const start = useStart({ board, search, setSearch, isOnline, plan: plan.data });
  return (
    <article className="plan-page">
      <div className="stack gap-5">
        <DayHeader board={board} />
        {!isOnline && (
          <Banner tone="warning" icon="offline">
            {t("page.stale")}
          </Banner>
        )}
        {isNothingToPlan(board) ? (
          <StateMessage kind="empty" title={t("empty.title")} action={<ToBoard date={board.date} />}>
            <p>{t("empty.text")}</p>
          </StateMessage>
        ) : (
          <PlanSetup
            board={board}
            choice={start.choice}
            onChange={start.setChoice}
            only={start.only}
            onEverything={() => setSearch({ ids: "" }, { replace: true })}
            isBusy={start.isBusy}
            isBlocked={start.isBlocked}
            onPlan={start.begin}
          />
        )}
        <RefusalNote error={start.error} />
        <RefusalNote error={plans.error} onRetry={() => void plans.refetch()} />
        <PlanList
          plans={lines}
          zone={board.timezone}
          shown={shown}
          compared={search.with}
          onShow={(id) => setSearch({ plan: id }, { replace: true })}
          onCompare={(id) => setSearch({ with: id }, { replace: true })}
          onMore={plans.hasNextPage ? () => void plans.fetchNextPage() : undefined}
        />
      </div>
      <div className="stack gap-4">
        <div className="plan-map">
          <PlanMap board={board} plan={plan.data} />
        </div>
        <RefusalNote error={plan.error} onRetry={() => void plan.refetch()} />
        {plan.data && (
          <Shown
            key={plan.data.id}
            board={board}
            plan={plan.data}
            compared={search.with === shown ? "" : search.with}
            isFresh={plan.data.id === start.begun}
            isOnline={isOnline}
            onAnew={() => start.begin("anew")}
          />
        )}
      </div>
    </article>
  );
}

const isNothingToPlan = ({ unassigned, couriers }: Board): boolean =>
  unassigned.length === 0 && couriers.every(({ route }) => route.stops.length === 0);

interface StartParts extends Pick<DeskProps, "board" | "search" | "setSearch"> {
  isOnline: boolean;
  plan: Plan | undefined;
}

/** Choices for the next plan, and its beginning. */
function useStart({ board, search, setSearch, isOnline, plan }: StartParts) {
  const [choice, setChoice] = useState<PlanChoice>(FIRST_CHOICE);
  const [begun, setBegun] = useState("");
  const keep = useKeepPlan();
  const start = useCommand(planningApi.startPlan, {
    onDone: (made) => {
      keep(made);
      setBegun(made.id);
      setSearch({ plan: made.id, with: "", improve: "" }, { replace: true });
    },
  });
  const only = search.ids === "" ? [] : search.ids.split(",");
  const asked = askedOf(board, choice, only);
  const isBusy = start.isPending || plan?.state === "running";
  const begin = (way: "anew" | "improve") => {
    if (asked && isOnline && !isBusy) start.mutate({ ...asked, way });
  };
  useStartKey(() => begin("anew"), plan?.state !== "ready");
  useAskedImprovement(search.improve === "1" && isOnline, () =>
    start.mutate({ date: board.date, way: "improve", seconds: IMPROVE_S }),
  );
  return {
    choice,
    setChoice,
    begun,
    only,
    isBusy,
    isBlocked: !isOnline || !asked,
    begin,
    error: start.error,
  };
}

interface ShownProps {
  board: Board;
  plan: Plan;
  /** Another plan to compare it with. */
  compared: string;
  isFresh: boolean;
  isOnline: boolean;
  onAnew: () => void;
}

const isMade = (plan: Plan): plan is Plan & { outcome: PlanOutcome } => plan.outcome !== null;

function Shown({ plan, compared, ...rest }: ShownProps) {
  const t = useWords("planning");
  const other = usePlan(compared).data;
  if (plan.state === "running") return <PlanProgress plan={plan} />;
  if (isMade(plan)) return <PlanResult plan={plan} other={other} {...rest} />;
  return (
    <Banner
      tone="trouble"
      actions={
        <Button variant="text" icon="refresh" onClick={rest.onAnew}>
          {t("conflict.anew")}
        </Button>
      }
    >
      {t(plan.reason === "restart" ? "failed.restart" : "failed.failed")}
    </Banner>
  );
}

function DayHeader({ board: { date, timezone } }: { board: Board }) {
  const t = useWords("planning");
  const format = useFormat();
  const to = (days: number) => () => go(`/d/plan/${addDays(date, days)}`);
  return (
    <PageHeader
      back={`/d/board?date=${date}`}
      title={t("page.title")}
      detail={
        <>
          <span className="plan-day">
            <IconButton icon="chevron" label={t("page.earlier")} onClick={to(-1)} />
            <strong>{format.day(`${date}T12:00:00Z`, timezone)}</strong>
            <IconButton icon="chevron" label={t("page.later")} onClick={to(1)} />
          </span>
          {t("page.detail")}
        </>
      }
    />
  );
}

/** Begins the improvement that the board's offer asked for, once. */
function useAskedImprovement(isAsked: boolean, begin: () => void): void {
  const latest = useLatest(begin);
  const isBegun = useRef(false);
  useEffect(() => {
    if (!isAsked || isBegun.current) return;
    isBegun.current = true;
    latest.current();
  }, [isAsked, latest]);
}

/** Ctrl+Enter begins a plan where no draft waits to be published. */
function useStartKey(run: () => void, isOn: boolean): void {
  const latest = useLatest({ run, isOn });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      if (!latest.current.isOn) return;
      event.preventDefault();
      latest.current.run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [latest]);
}
