import { useState } from "react";
import { addDays } from "#kernel/local-time.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { go } from "#web/shell/navigate.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import type { ShiftWeek } from "../contract/api.ts";
import { MeansDialog } from "./means-dialog.tsx";
import { ShiftDialog } from "./shift-dialog.tsx";
import { useShiftNews, usePlanning, useWeek, type WeekCourier, workIn, timesOf } from "./use-week.ts";
import { WeekGrid } from "./week-grid.tsx";
import { WishList } from "./wish-list.tsx";
import { useCopiedWeek } from "./copied-week.ts";
import "./shifts.css";

type Open =
  | { readonly what: "shift"; readonly courier: string; readonly date: string }
  | { readonly what: "means"; readonly courier: string };

/** A week of the company: couriers by days, with wishes, breaks, vehicles, and the deliveries of each day. */
export function WeekPage({ params }: PageProps<{ week?: string }>) {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(params.week ?? "") ? params.week : undefined;
  const again = useShiftNews();
  const week = useWeek(date);
  return (
    <div className="shifts">
      <WeekHeader week={week.data} />
      {week.isPending ? (
        <Skeleton look="rows" lines={6} />
      ) : week.data ? (
        <>
          <RefusalNote error={week.error} onRetry={() => void week.refetch()} />
          <WeekOf key={week.data.from} week={week.data} again={again} />
        </>
      ) : (
        <ProblemMessage error={week.error} onRetry={() => void week.refetch()} />
      )}
    </div>
  );
}

const pathOf = (from: string): string => `/d/shifts/${from}`;

function WeekHeader({ week }: { week: ShiftWeek | undefined }) {
  const t = useWords("shifts");
  const f = useFormat();
  const last = week?.dates.at(-1);
  const isNow = week?.dates.includes(week.today) === true;
  const day = (date: string) => f.date(`${date}T12:00:00Z`, "UTC");
  return (
    <PageHeader
      title={t("week.title")}
      detail={week && last ? t("week.span", { from: day(week.from), to: day(last) }) : t("week.loading")}
      actions={
        <>
          {week && (
            <>
              <IconButton icon="arrow-back" label={t("week.before")} href={pathOf(addDays(week.from, -7))} />
              {!isNow && (
                <Button variant="text" href="/d/shifts">
                  {t("week.today")}
                </Button>
              )}
              <IconButton icon="arrow-forward" label={t("week.after")} href={pathOf(addDays(week.from, 7))} />
            </>
          )}
          <Button variant="outlined" icon="truck" href="/d/vehicles">
            {t("vehicles.title")}
          </Button>
        </>
      }
    />
  );
}

function WeekOf({ week, again }: { week: ShiftWeek; again: () => Promise<void> }) {
  const t = useWords("shifts");
  const planning = usePlanning(again);
  const [open, setOpen] = useState<Open>();
  const copied = useCopiedWeek(week);
  const courier = week.couriers.find(({ id }) => id === open?.courier);
  if (week.couriers.length === 0)
    return (
      <StateMessage
        kind="empty"
        icon="people"
        title={t("week.nobody.title")}
        action={<Button href="/a/people">{t("week.nobody.do")}</Button>}
      >
        <p>{t("week.nobody.text")}</p>
      </StateMessage>
    );
  const copy = async () => {
    const days = await copied.read();
    if (days && days.length > 0) await planning.plan(days);
  };
  const isEmpty = week.couriers.every(({ shifts }) => shifts.length === 0);
  return (
    <>
      <WishList week={week} again={again} />
      {isEmpty && (
        <div className="shifts-start">
          <p>{t("week.empty")}</p>
          <Button icon="copy" loading={copied.isPending || planning.isPending} onClick={() => void copy()}>
            {t("week.copy")}
          </Button>
          {copied.isNothing && <p className="quiet">{t("week.copy-nothing")}</p>}
          <RefusalNote error={copied.error} />
        </div>
      )}
      <RefusalNote error={planning.error} />
      <WeekGrid
        week={week}
        planning={planning}
        onShift={(of: WeekCourier, date: string) => setOpen({ what: "shift", courier: of.id, date })}
        onMeans={(of: WeekCourier) => setOpen({ what: "means", courier: of.id })}
        onWeek={(step) => go(pathOf(addDays(week.from, 7 * step)))}
        again={again}
      />
      {open?.what === "shift" && courier && (
        <ShiftDialog
          courier={courier}
          date={open.date}
          week={week}
          shifts={workIn(courier, open.date).map(timesOf)}
          planning={planning}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.what === "means" && courier && (
        <MeansDialog courier={courier} week={week} again={again} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
