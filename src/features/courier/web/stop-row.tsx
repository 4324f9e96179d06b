import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import { StatusChip, TASK_LOOK, lookOf } from "#web/ui/status.tsx";
import type { CourierStop } from "../contract/api.ts";
import { isAhead } from "./day-query.ts";
import { NeedsLine } from "./needs-note.tsx";
import { StopTime } from "./stop-page.tsx";
import type { WindowDay } from "./window-of.ts";

export const KIND_ICON: Readonly<Record<CourierStop["kind"], IconName>> = {
  collect: "store",
  deliver: "door",
  return: "return",
};

/** One stop of the list: where, until when, how many parcels. */
export function StopRow({ stop, day, isNext }: { stop: CourierStop; day: WindowDay; isNext: boolean }) {
  const t = useWords("courier");
  const format = useFormat();
  return (
    <li>
      <a
        className={isNext ? "courier-stop courier-stop-next" : "courier-stop"}
        href={`/c/stop/${stop.taskId}`}
        data-testid={`stop-${stop.kind}`}
      >
        <span className="courier-stop-icon" aria-hidden>
          <Icon name={KIND_ICON[stop.kind]} />
        </span>
        <span className="courier-stop-text">
          <span className="quiet small">
            {isNext && <strong className="courier-now">{t("stop.next")}</strong>}
            {t(`kind.${stop.kind}`)} ·
            <StopTime stop={stop} day={day} />
          </span>
          <span className="title">
            <AddressBreak label={stop.address.label} />
          </span>
          <span className="quiet">
            <bdi>{stop.contactName}</bdi> ·{" "}
            <span className="whole">{t("stop.parcels", { n: stop.parcels.length })}</span>
          </span>
          {stop.cash && !stop.cash.isReceived && (
            <strong className="small">{t("cash.take", { amount: format.money(stop.cash.amount) })}</strong>
          )}
          {stop.arrival?.risk && isAhead(stop) && <strong className="small">{t("stop.risk")}</strong>}
          {stop.changed && <strong className="small">{t("changed.row")}</strong>}
          <NeedsLine stop={stop} />
          {stop.blocked && <span className="small">{t("stop.blocked")}</span>}
        </span>
        {stop.state !== "assigned" && (
          <StatusChip {...lookOf(TASK_LOOK, stop.state)}>{t(`task.${stop.state}`)}</StatusChip>
        )}
        {isNext && <Icon name="arrow-forward" />}
      </a>
    </li>
  );
}
