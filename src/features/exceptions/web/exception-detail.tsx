import { useEffect, useRef } from "react";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { isolated } from "#kernel/isolated.ts";
import { localAt } from "#kernel/local-time.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { Timeline } from "#web/ui/timeline.tsx";
import type { Exception } from "../contract/api.ts";
import { KIND_ICON, toneOf } from "./kind-look.ts";
import { Moment, severityWord } from "./queue-row.tsx";
import { Resolutions } from "./resolutions.tsx";
import { useException } from "./use-exceptions.ts";
import { useTake } from "./use-handling.ts";
import { useStory } from "./what-happened.ts";

/** Pages of standing orders; of the later room recurring. */
const STANDING_ORDERS = "/d/recurring";

interface ExceptionDetailProps {
  id: string;
  now: number;
  /** Address of the queue alone. */
  back: string;
}

/**
 * One exception: what happened, whose it is, how it can be resolved, and its history. The focus is on its heading, again
 * once it is resolved, since the pressed button is gone.
 */
export function ExceptionDetail({ id, now, back }: ExceptionDetailProps) {
  const query = useException(id);
  if (query.data) return <Shown key={query.data.resolution} exception={query.data} now={now} back={back} />;
  if (query.error)
    return (
      <div className="stack gap-4">
        <BackToQueue href={back} />
        <ProblemMessage error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  return <Skeleton look="card" lines={5} />;
}

/** Shown where the queue is not beside the exception. */
function BackToQueue({ href }: { href: string }) {
  const t = useWords("exceptions");
  return (
    <span className="exception-back">
      <IconButton icon="arrow-back" label={t("detail.back")} href={href} />
    </span>
  );
}

function Shown({ exception, now, back }: { exception: Exception; now: number; back: string }) {
  const t = useWords("exceptions");
  const f = useFormat();
  const take = useTake();
  const { id, kind, severity, openedAt, dueAt, owner, resolution } = exception;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article className="exception stack gap-4" aria-labelledby="exception-kind">
      <header className="exception-title">
        <BackToQueue href={back} />
        <h2 className="title-large" id="exception-kind" ref={heading} tabIndex={-1}>
          {t(`kind.${kind}`)}
        </h2>
        <StatusChip tone={toneOf(severity)} icon={KIND_ICON[kind]}>
          {t(`severity.${severityWord(severity)}`)}
        </StatusChip>
      </header>
      {useStory(exception).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {exception.facts["ruleId"] !== undefined && (
        <div>
          <Button
            variant="outlined"
            icon="arrow-forward"
            href={`${STANDING_ORDERS}/${exception.facts["ruleId"]}`}
          >
            {t("detail.rule")}
          </Button>
        </div>
      )}
      <Facts>
        <Fact name={t("detail.opened")}>
          <Moment at={openedAt} /> · {f.ago(openedAt, now)}
        </Fact>
        {resolution === null && (
          <Fact name={t("detail.due")}>
            <Moment at={dueAt} />
            {Date.parse(dueAt) < now && <span className="exception-overdue"> · {t("queue.overdue")}</span>}
          </Fact>
        )}
        <About exception={exception} />
        <Fact name={t("detail.owner")}>
          {owner === null ? t("queue.no-owner") : <bdi>{owner.name}</bdi>}{" "}
          {resolution === null && (
            <Button size="small" icon="person" onClick={() => take(id)}>
              {t("detail.take")}
            </Button>
          )}
        </Fact>
      </Facts>
      {resolution === null && (
        <>
          <BoardLink exception={exception} />
          <Resolutions exception={exception} />
        </>
      )}
      <section className="stack gap-3">
        <h3 className="title">{t("detail.history")}</h3>
        <History exception={exception} />
      </section>
    </article>
  );
}

const ON_THE_ROAD: ReadonlySet<Exception["kind"]> = new Set(["late", "stopped_moving", "no_position"]);

/** The delivery and the courier that it is about, with the ways to them. */
function About({ exception }: { exception: Exception }) {
  const t = useWords("exceptions");
  const { delivery, place, courier, courierPhone } = exception;
  return (
    <>
      {delivery && (
        <Fact name={t("detail.delivery")}>
          <a href={`/d/deliveries/${delivery.id}`}>
            {t("detail.delivery-link", { number: delivery.number })}
          </a>
          {place !== null && (
            <>
              {" "}
              · <bdi>{place}</bdi>
            </>
          )}
        </Fact>
      )}
      {courier && (
        <Fact name={t("detail.courier")}>
          <bdi>{courier.name}</bdi>{" "}
          {courierPhone === null ? (
            <span className="quiet small">{t("detail.no-phone")}</span>
          ) : (
            <a href={`tel:${courierPhone}`}>{t("detail.call", { phone: `\u2066${courierPhone}\u2069` })}</a>
          )}
        </Fact>
      )}
    </>
  );
}

/** The way to the board of the stop's day, where it can be given to another courier. */
function BoardLink({ exception }: { exception: Exception }) {
  const t = useWords("exceptions");
  const zone = useZone();
  const { kind, delivery, task } = exception;
  if (!delivery || !task || !ON_THE_ROAD.has(kind)) return null;
  const day = localAt(Date.parse(task.window.start), zone).date;
  return (
    <div>
      <Button icon="route" href={`/d/board?date=${day}&q=${encodeURIComponent(delivery.number)}`}>
        {t("detail.board")}
      </Button>{" "}
      {kind === "late" && (
        <Button variant="text" icon="clock" href={`/d/times/${task.id}`}>
          {t("detail.time-why")}
        </Button>
      )}
    </div>
  );
}

function History({ exception: { history } }: { exception: Exception }) {
  const t = useWords("exceptions");
  const entries = history.map((entry, nth) => ({
    id: String(nth),
    tone: entry.what === "resolved" ? ("done" as const) : ("waiting" as const),
    icon: ICON_OF[entry.what],
    title: entry.resolution === null ? t(`entry.${entry.what}`) : t(`ended.${entry.resolution}`),
    time: <Moment at={entry.at} />,
    ...((entry.by !== null || entry.note !== null) && {
      detail: [entry.by, entry.note].flatMap((part) => (part === null ? [] : [isolated(part)])).join(" · "),
    }),
  }));
  return <Timeline label={t("detail.history")} entries={entries} />;
}

const ICON_OF = {
  opened: "warning",
  reopened: "warning",
  "let-go": "person",
  taken: "person",
  noted: "note",
  resolved: "check-circle",
} as const;
