import { Fragment, type ReactNode } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useHoldUpdates } from "#web/offline/stop-lock.ts";
import { useWakeLock } from "#web/offline/use-wake-lock.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { CourierDay, CourierStop } from "../contract/api.ts";
import { DayMissing } from "./day-missing.tsx";
import { isAhead, stopOf, useDay } from "./day-query.ts";
import { StatusLine } from "./status-line.tsx";
import { type WindowDay, windowParts } from "./window-of.ts";
import "./actions.css";
import "./courier.css";

/** Finds the stop of this page, or says that it loads, failed or is not there. */
export function StopPage({
  taskId,
  title,
  children,
}: {
  taskId: string;
  /** Deed at the stop; the document's title names it with the address. */
  title: (stop: CourierStop) => string;
  children: (stop: CourierStop, day: CourierDay) => ReactNode;
}) {
  const t = useWords("courier");
  const day = useDay();
  const stop = stopOf(day.data, taskId);
  const isOpen = stop !== undefined && isAhead(stop);
  useWakeLock(isOpen);
  useHoldUpdates(isOpen);
  useTitle(stop && `${title(stop)} · ${stop.address.label}`);
  if (day.data && stop)
    return (
      <>
        <StatusLine />
        {children(stop, day.data)}
      </>
    );
  if (day.isPending) return <Skeleton look="card" lines={5} />;
  if (day.error) return <DayMissing read={day} />;
  return (
    <div className="courier-day">
      <StatusLine />
      <StateMessage
        page
        kind="not-found"
        title={t("stop.gone.title")}
        action={
          <Button variant="filled" href="/c">
            {t("stop.gone.back")}
          </Button>
        }
      >
        <p>{t("stop.gone.text")}</p>
      </StateMessage>
    </div>
  );
}

/** Door and person of a stop, below a title: lines break between them and before the town. */
export function StopDetail({ stop }: { stop: CourierStop }) {
  return (
    <>
      <AddressBreak label={stop.address.label} />
      {" · "}
      <bdi className="whole">{stop.contactName}</bdi>
    </>
  );
}

/** Time of a stop after other words of its line: each part whole. */
export function StopTime({ stop, day }: { stop: CourierStop; day: WindowDay }) {
  const parts = windowParts(stop, day, useFormat());
  return parts.map((part, at) => (
    <Fragment key={part}>
      {" "}
      <span className="whole">{at < parts.length - 1 ? `${part} ·` : part}</span>
    </Fragment>
  ));
}
