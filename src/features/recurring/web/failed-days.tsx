import { refusalSentence } from "#web/api/refusal-text.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useWords } from "#web/i18n/words.ts";
import { useState } from "react";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type Day, recurringApi, type StandingOrder } from "../contract/api.ts";
import { MoveDialog } from "./move-dialog.tsx";

interface FailedDaysProps {
  readonly order: StandingOrder;
  readonly refresh: () => Promise<void>;
}

/** Days that could not be made, each with its reason and the ways out. */
export function FailedDays({ order, refresh }: FailedDaysProps) {
  return order.failed.map((day) => <FailedDay key={day.day} day={day} order={order} refresh={refresh} />);
}

function FailedDay({ day: { day, reason }, order, refresh }: FailedDaysProps & { readonly day: Day }) {
  const t = useWords("recurring");
  const hall = useWords("hall");
  const f = useFormat();
  const [isMoving, setMoving] = useState(false);
  const skip = useCommand(recurringApi.skipDay, { onDone: refresh });
  const plan = useCommand(recurringApi.planDay, { onDone: refresh });
  const { id, state, today } = order;
  const why = (reason && refusalSentence(reason.code, reason.facts)) ?? hall("refusal.http.internal");
  const isBusy = skip.isPending || plan.isPending;
  return (
    <Banner
      tone="trouble"
      actions={
        state !== "ended" && (
          <span className="recurring-acts">
            {day >= today && (
              <Button
                variant="tonal"
                size="small"
                icon="refresh"
                loading={plan.isPending}
                disabled={isBusy}
                onClick={() => plan.mutate({ id, day, at: null })}
              >
                {t("failed.again")}
              </Button>
            )}
            <Button
              variant="tonal"
              size="small"
              icon="calendar"
              disabled={isBusy}
              onClick={() => setMoving(true)}
            >
              {t("day.move")}
            </Button>
            <Button
              variant="text"
              size="small"
              loading={skip.isPending}
              disabled={isBusy}
              onClick={() => skip.mutate({ id, day })}
            >
              {t("day.skip")}
            </Button>
          </span>
        )
      }
    >
      <strong>{t("failed.title", { day: dayName(f, day) })}</strong> {why}
      <RefusalNote error={skip.error ?? plan.error} />
      {isMoving && <MoveDialog order={order} day={day} onDone={refresh} onClose={() => setMoving(false)} />}
    </Banner>
  );
}
