import { useState } from "react";
import { levelOf } from "#features/quotes/domain/service-levels.ts";
import { addDays } from "#kernel/local-time.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { recurringApi, type StandingOrder } from "../contract/api.ts";
import { MOVED_DAYS } from "../domain/limits.ts";
import { endOf, timesOn } from "../domain/times.ts";
import { useOpen } from "./use-recurring.ts";

interface MoveDialogProps {
  readonly order: StandingOrder;
  readonly day: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Gives one delivery another date or time; the rule stays. */
export function MoveDialog({ order, day, onDone, onClose }: MoveDialogProps) {
  const t = useWords("recurring");
  const f = useFormat();
  const { id, rule, today } = order;
  const { serviceLevel } = rule;
  const [date, setDate] = useState(day > today ? day : today);
  const [chosen, setTime] = useState(rule.time);
  const { open, isPending, error, refetch } = useOpen();
  const plan = useCommand(recurringApi.planDay, {
    onDone: async () => {
      await onDone();
      onClose();
    },
  });
  const times = open && date !== "" ? timesOn(serviceLevel, date, open) : [];
  const time = times.includes(chosen) ? chosen : (times[0] ?? "");
  const first = addDays(day, -MOVED_DAYS);
  return (
    <ConfirmDialog
      title={t("move.title", { day: dayName(f, day) })}
      does={t("move.does")}
      command={plan}
      disabled={time === ""}
      onConfirm={() => plan.mutate({ id, day, at: { date, time } })}
      onClose={onClose}
    >
      <p>{t("move.text")}</p>
      <TextField
        label={t("move.date")}
        type="date"
        value={date}
        min={first > today ? first : today}
        max={addDays(day > today ? day : today, MOVED_DAYS)}
        onChange={setDate}
      />
      {isPending && <Skeleton look="rows" lines={1} />}
      {error && <ProblemMessage error={error} onRetry={refetch} />}
      {open && (
        <Select
          label={t("move.time")}
          value={time}
          onChange={setTime}
          options={times.map((value) => ({
            value,
            label: `${f.clock(value)} – ${f.clock(endOf(levelOf(open.levels, serviceLevel), value))}`,
          }))}
          placeholder={t("move.closed")}
          disabled={times.length === 0}
        />
      )}
    </ConfirmDialog>
  );
}
