import { useState } from "react";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { recurringApi, type StandingOrder } from "../contract/api.ts";
import { DaysCard } from "./days-card.tsx";
import { FailedDays } from "./failed-days.tsx";
import type { DaysSearch } from "./list-search.ts";
import { RULE_LOOK } from "./look.ts";
import { useRuleFacts } from "./use-rule-facts.ts";
import { useRecurringNews, useStandingOrder } from "./use-recurring.ts";
import "./recurring.css";

/** One standing order: what could not be made, the days that come, and what it says. */
export function RecurringPage({ params: { id }, search, setSearch }: PageProps<{ id: string }, DaysSearch>) {
  const t = useWords("recurring");
  const online = useOnline();
  const refresh = useRecurringNews();
  const found = useStandingOrder(id);
  if (found.isPending) return <Skeleton look="card" lines={6} />;
  if (!found.data) return <ProblemMessage page error={found.error} onRetry={() => void found.refetch()} />;
  const order = found.data;
  const { sender, recipient } = order.rule;
  return (
    <article className="stack gap-4 recurring" key={id}>
      <PageHeader
        back="/d/recurring"
        title={
          <>
            <bdi>{sender.name}</bdi> {t("one.to")} <bdi>{recipient.name}</bdi>
          </>
        }
        detail={<StatusChip {...RULE_LOOK[order.state]}>{t(`state.${order.state}`)}</StatusChip>}
      />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      <Turning order={order} refresh={refresh} />
      <FailedDays order={order} refresh={refresh} />
      <div className="recurring-parts">
        <DaysCard order={order} from={search.from} onFrom={(from) => setSearch({ from })} refresh={refresh} />
        <Said order={order} />
      </div>
    </article>
  );
}

type Act = "pause" | "end";

interface PartProps {
  readonly order: StandingOrder;
  readonly refresh: () => Promise<void>;
}

/** Edits, pauses, goes on and ends. */
function Turning({ order: { id, state, made }, refresh }: PartProps) {
  const t = useWords("recurring");
  const [asked, setAsked] = useState<Act>();
  const turn = useCommand(recurringApi.turnRule, {
    onDone: async () => {
      await refresh();
      setAsked(undefined);
    },
  });
  if (state === "ended") return <Banner>{t("ended.text")}</Banner>;
  return (
    <>
      {state === "paused" && (
        <Banner tone="warning" icon="pause">
          {t("paused.text")}
        </Banner>
      )}
      <div className="recurring-acts" role="group" aria-label={t("acts")}>
        <Button icon="edit" variant="filled" href={`/d/recurring/${id}/edit`}>
          {t("edit.does")}
        </Button>
        {state === "active" ? (
          <Button icon="pause" onClick={() => setAsked("pause")}>
            {t("pause.does")}
          </Button>
        ) : (
          <Button icon="play" loading={turn.isPending} onClick={() => turn.mutate({ id, act: "resume" })}>
            {t("resume.does")}
          </Button>
        )}
        <Button icon="close" tone="danger" onClick={() => setAsked("end")}>
          {t("end.does")}
        </Button>
      </div>
      {asked === undefined && <RefusalNote error={turn.error} />}
      {asked !== undefined && (
        <ConfirmDialog
          title={t(`ask.title.${asked}`)}
          does={asked === "end" ? t("end.does") : t("pause.does")}
          command={turn}
          onConfirm={() => turn.mutate({ id, act: asked })}
          onClose={() => {
            setAsked(undefined);
            turn.reset();
          }}
        >
          <p>{t(`ask.text.${asked}`)}</p>
          <p>{t("made.stay", { n: made })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Everything that the order says. */
function Said({ order: { rule, changedAt, changedBy, timezone } }: { readonly order: StandingOrder }) {
  const t = useWords("recurring");
  const f = useFormat();
  const facts = useRuleFacts()(rule);
  return (
    <Card title={t("one.said")}>
      <Facts>
        {facts.map(({ name, text }) => (
          <Fact key={name} name={name}>
            <span dir="auto">{text}</span>
          </Fact>
        ))}
        <Fact name={t("fact.changed")}>
          <bdi>{changedBy}</bdi> · {f.dateTime(changedAt, timezone)}
        </Fact>
      </Facts>
    </Card>
  );
}
