import { Fragment, useState } from "react";
import { addDays } from "#kernel/local-time.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { dayName } from "#web/i18n/day-name.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { courierTop } from "#web/shell/slot.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { StatusChip, type Look } from "#web/ui/status.tsx";
import { type MyShifts, type Shift, shiftsApi } from "../contract/api.ts";
import { useCapacity } from "./capacity.ts";
import { AskDialog, DeclineDialog } from "./my-dialogs.tsx";
import { ShiftLines, useHours } from "./shift-lines.tsx";
import { useMyShifts, useShiftNews, withDates } from "./use-week.ts";
import "./shifts.css";

type Open = { readonly what: "ask" } | { readonly what: "decline"; readonly shift: Shift };

/** A courier's own shifts, with their wishes and what became of them. */
export function MyShiftsPage() {
  const t = useWords("shifts");
  const again = useShiftNews();
  const mine = useMyShifts();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className="courier-page stack gap-4 my-shifts">
      <PageHeader back="/c" title={t("mine.title")} {...(mine.data && { detail: t("mine.text") })} />
      <courierTop.Parts />
      {mine.isPending ? (
        <Skeleton look="rows" lines={5} />
      ) : mine.data ? (
        <>
          <RefusalNote error={mine.error} onRetry={() => void mine.refetch()} />
          <Mine
            mine={mine.data}
            readAt={mine.dataUpdatedAt}
            again={again}
            onDecline={(shift) => setOpen({ what: "decline", shift })}
          />
          <footer className="courier-actions">
            <Button size="large" variant="filled" full icon="add" onClick={() => setOpen({ what: "ask" })}>
              {t("mine.ask")}
            </Button>
          </footer>
          {open?.what === "ask" && (
            <AskDialog first={addDays(mine.data.today, 1)} again={again} onClose={close} />
          )}
        </>
      ) : (
        <ProblemMessage error={mine.error} onRetry={() => void mine.refetch()} />
      )}
      {open?.what === "decline" && <DeclineDialog shift={open.shift} again={again} onClose={close} />}
    </div>
  );
}

interface MineProps {
  mine: MyShifts;
  /** Moment of the reading. */
  readAt: number;
  again: () => Promise<void>;
  onDecline: (shift: Shift) => void;
}

function Mine({ mine, readAt: now, again, onDecline }: MineProps) {
  const t = useWords("shifts");
  const accounts = useWords("accounts");
  const capacity = useCapacity();
  const ahead = mine.shifts.filter(({ end }) => Date.parse(end) > now);
  const past = mine.shifts.filter((shift) => !ahead.includes(shift)).toReversed();
  const { vehicle, skills } = mine;
  return (
    <>
      {(vehicle !== null || skills.length > 0) && (
        <p className="quiet">
          {vehicle && (
            <>
              <bdi>{vehicle.name}</bdi> ({accounts(`vehicle.${vehicle.class}`)}): {capacity(vehicle)}
            </>
          )}
          {skills.map((skill, nth) => (
            <Fragment key={skill}>
              {vehicle || nth > 0 ? " · " : ""}
              <bdi>{skill}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      {ahead.length === 0 ? (
        <StateMessage kind="empty" icon="calendar" title={t("mine.empty.title")}>
          <p>{t("mine.empty.text")}</p>
        </StateMessage>
      ) : (
        <ul className="my-list" aria-label={t("mine.ahead")}>
          {ahead.map((shift) => (
            <MyShift
              key={shift.id}
              shift={shift}
              isBegun={Date.parse(shift.start) <= now}
              again={again}
              onDecline={() => onDecline(shift)}
            />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details className="courier-past">
          <summary>{t("mine.past", { n: past.length })}</summary>
          <ul className="my-list">
            {past.map((shift) => (
              <MyShift key={shift.id} shift={shift} isBegun again={again} onDecline={() => undefined} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const LOOK = {
  asked: { tone: "waiting", icon: "clock" },
  declined: { tone: "near", icon: "clock" },
  refused: { tone: "ended", icon: "close" },
  freed: { tone: "ended", icon: "check" },
  planned: { tone: "done", icon: "check-circle" },
} as const satisfies Record<Shift["state"], Look>;

interface MyShiftProps {
  shift: Shift;
  isBegun: boolean;
  again: () => Promise<void>;
  onDecline: () => void;
}

function MyShift({ shift, isBegun, again, onDecline }: MyShiftProps) {
  const t = useWords("shifts");
  const f = useFormat();
  const hours = useHours();
  const withdraw = useCommand(shiftsApi.withdrawWish, { onDone: again });
  const { id, version, date, state, note } = shift;
  const isWish = state === "asked" || state === "declined";
  const about = { when: t("when", { day: dayName(f, date), hours: hours(shift) }) };
  return (
    <li className={`my-shift my-${state}`}>
      <div className="my-when">
        <span className="title">{dayName(f, date)}</span>
        <span className="my-hours">{hours(shift)}</span>
        <ShiftLines shift={{ ...shift, state: "freed" }} />
        {note !== null && note !== "" && (
          <span className="quiet small">
            <bdi>{note}</bdi>
          </span>
        )}
      </div>
      <StatusChip {...LOOK[state]}>{t(`mine.state.${state}`)}</StatusChip>
      {isWish && !isBegun && (
        <Button
          variant="text"
          icon="undo"
          loading={withdraw.isPending}
          aria-label={t("mine.withdraw-named", about)}
          onClick={() => void withdraw.mutateAsync({ id, version }).catch(again)}
        >
          {t("mine.withdraw")}
        </Button>
      )}
      {state === "planned" && !isBegun && (
        <Button variant="text" aria-label={t("mine.decline-named", about)} onClick={onDecline}>
          {t("mine.decline")}
        </Button>
      )}
      <RefusalNote error={withdraw.error === null ? null : withDates(withdraw.error, f)} />
    </li>
  );
}
