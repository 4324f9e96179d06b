import { useState } from "react";
import { StateChip } from "#features/deliveries/web/public.ts";
import { addDays } from "#kernel/local-time.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type Day, recurringApi, type StandingOrder } from "../contract/api.ts";
import { SHOWN_DAYS } from "../domain/limits.ts";
import { DAY_LOOK } from "./look.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { useDays } from "./use-recurring.ts";

interface DaysCardProps {
  readonly order: StandingOrder;
  /** Empty for today. */
  readonly from: string;
  readonly onFrom: (from: string) => void;
  readonly refresh: () => Promise<void>;
}

/** Five weeks of deliveries: planned, made, left out, failed. */
export function DaysCard({ order, from, onFrom, refresh }: DaysCardProps) {
  const t = useWords("recurring");
  const f = useFormat();
  const found = useDays(order.id, from);
  const first = from === "" ? order.today : from;
  const earlier = addDays(first, -SHOWN_DAYS);
  const later = addDays(first, SHOWN_DAYS);
  const turn = (date: string) => onFrom(date === order.today ? "" : date);
  return (
    <Card
      title={t("days.title")}
      aside={
        <span className="quiet small">
          {dayName(f, first)} – {dayName(f, addDays(later, -1))}
        </span>
      }
      actions={
        <>
          <Button variant="text" onClick={() => turn(earlier)}>
            {t("days.earlier")}
          </Button>
          <Button variant="text" onClick={() => turn(later)}>
            {t("days.later")}
          </Button>
        </>
      }
    >
      {found.isPending && <Skeleton look="rows" lines={5} />}
      {found.error && <ProblemMessage error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.days.length === 0 && <p className="quiet">{t("days.none")}</p>}
      <ul className="recurring-days" aria-label={t("days.title")}>
        {found.data?.days.map((day) => (
          <DayRow key={day.day} day={day} order={order} refresh={refresh} />
        ))}
      </ul>
    </Card>
  );
}

interface DayRowProps extends Pick<DaysCardProps, "order" | "refresh"> {
  readonly day: Day;
}

function DayRow({ day, order, refresh }: DayRowProps) {
  const t = useWords("recurring");
  const f = useFormat();
  const { delivery, state, window, movedBy } = day;
  const { timezone } = order;
  const name = window ? f.day(window.start, timezone) : dayName(f, day.day);
  return (
    <li className="recurring-day">
      <span className="choice-text">
        <span className="strong">{name}</span>
        {window && <span className="small">{f.hours(window, timezone)}</span>}
        {movedBy && (
          <span className="quiet small">{t(`moved.${movedBy}`, { day: dayName(f, day.day) })}</span>
        )}
      </span>
      <span className="recurring-state">
        {delivery ? (
          <>
            <a href={`/d/deliveries/${delivery.id}`}>
              <NumberText>{delivery.number}</NumberText>
            </a>
            <StateChip state={delivery.state} />
          </>
        ) : (
          <StatusChip {...DAY_LOOK[state]}>{t(`day.${state}`)}</StatusChip>
        )}
      </span>
      {order.state !== "ended" && <DayActs day={day} order={order} refresh={refresh} name={name} />}
    </li>
  );
}

/** Leaves a day out, wants it after all, or moves it. */
function DayActs({
  day: { day, state, movedBy },
  order,
  refresh,
  name,
}: DayRowProps & { readonly name: string }) {
  const t = useWords("recurring");
  const [isMoving, setMoving] = useState(false);
  const skip = useCommand(recurringApi.skipDay, { onDone: refresh });
  const plan = useCommand(recurringApi.planDay, { onDone: refresh });
  const { id, today } = order;
  if (day < today || !(state === "planned" || state === "skipped" || state === "closed")) return null;
  const isSkipped = state === "skipped";
  return (
    <span className="recurring-acts" role="group" aria-label={t("day.acts", { day: name })}>
      {state !== "closed" && (
        <Button
          size="small"
          variant="tonal"
          loading={skip.isPending || plan.isPending}
          onClick={() => (isSkipped ? plan.mutate({ id, day, at: null }) : skip.mutate({ id, day }))}
        >
          {t(isSkipped ? "day.unskip" : "day.skip")}
        </Button>
      )}
      <Button size="small" variant="text" onClick={() => setMoving(true)}>
        {t("day.move")}
      </Button>
      {movedBy === "person" && !isSkipped && (
        <Button
          size="small"
          variant="text"
          loading={plan.isPending}
          onClick={() => plan.mutate({ id, day, at: null })}
        >
          {t("day.back")}
        </Button>
      )}
      <RefusalNote error={skip.error ?? plan.error} />
      {isMoving && <MoveDialog order={order} day={day} onDone={refresh} onClose={() => setMoving(false)} />}
    </span>
  );
}
