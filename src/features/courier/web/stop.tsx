import { useState } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { go } from "#web/shell/navigate.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { TASK_LOOK, StatusChip, lookOf } from "#web/ui/status.tsx";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import type { CourierDay, CourierStop } from "../contract/api.ts";
import { doorOf } from "#features/proofs/domain/door.ts";
import { ChangedNote } from "./changed-note.tsx";
import { CashPanel } from "./cash-panel.tsx";
import { ContactLinks } from "./contact-links.tsx";
import { isAhead, isCorrectable, isDoneAtOnce } from "./day-query.ts";
import { navigateLink } from "#web/map/navigate-link.ts";
import { NeedsNote, useNeedNames } from "./needs-note.tsx";
import { useNextAction } from "./next-action.ts";
import { PartLink } from "./part-link.tsx";
import { asksCodes, useStopScan } from "./scan/use-stop-scan.ts";
import { StopPage, StopTime } from "./stop-page.tsx";
import { useParcelText } from "./use-parcel-text.ts";
import { useRecord } from "./use-record.ts";

const ScanPanel = lazyPart(
  () => import("./scan/scan-panel.tsx").then((module) => module.ScanPanel),
  ["scan"],
);
// This page's code comes before anybody opens it; so does what it shows later.
ScanPanel.preload();

/** One stop: where, who, what, and the one thing to do next in thumb reach. */
export function Stop({ params }: PageProps<{ id: string }>) {
  const t = useWords("courier");
  return (
    <StopPage taskId={params.id} title={() => t("stop.title")}>
      {(stop, day) => <StopSheet stop={stop} day={day} />}
    </StopPage>
  );
}

/** The stop's success is still to come, or can be said in a correction. */
const takesCodes = (stop: CourierStop): boolean =>
  (isAhead(stop) && !stop.blocked) || (stop.state === "failed" && isCorrectable(stop));

function StopSheet({ stop, day }: { stop: CourierStop; day: CourierDay }) {
  const t = useWords("courier");
  const { address } = stop;
  return (
    <article className="courier-page stack gap-4">
      <PageHeader
        back="/c"
        title={<AddressBreak label={address.label} />}
        detail={
          <>
            {t(`kind.${stop.kind}`)} ·
            <StopTime stop={stop} day={day} />
          </>
        }
        actions={<StatusChip {...lookOf(TASK_LOOK, stop.state)}>{t(`task.${stop.state}`)}</StatusChip>}
      />
      <div className="courier-reach">
        <Button
          size="large"
          variant="tonal"
          icon="navigate"
          href={navigateLink(address.point, navigator.userAgent)}
          target="_blank"
        >
          {t("stop.navigate")}
        </Button>
        <ContactLinks name={stop.contactName} number={stop.contactPhone} />
      </div>
      {address.detail !== null && address.detail !== "" && (
        <Banner icon="door">
          <bdi>{address.detail}</bdi>
        </Banner>
      )}
      {stop.note !== "" && (
        <Banner icon="note">
          <bdi>{stop.note}</bdi>
        </Banner>
      )}
      {stop.handover && (
        <Banner tone="warning" icon="person">
          {t(`handover.${stop.handover.how}`, { place: stop.handover.place ?? "" })}
        </Banner>
      )}
      <ChangedNote stop={stop} zone={day.timezone} />
      <NeedsNote stop={stop} />
      {stop.arrival && isAhead(stop) && (
        <Button variant="text" icon="clock" href={`/c/times/${stop.taskId}`}>
          {t("stop.time-why")}
        </Button>
      )}
      <Card
        title={t("stop.parcels", { n: stop.parcels.length })}
        aside={<span className="serial quiet">{stop.number}</span>}
        copy="courier"
      >
        {takesCodes(stop) && asksCodes(stop) ? <ScanPanel stop={stop} day={day} /> : <Parcels stop={stop} />}
      </Card>
      <CashPanel stop={stop} />
      <DoorLink stop={stop} day={day} />
      {isAhead(stop) ? <NextAction stop={stop} /> : <Ended stop={stop} zone={day.timezone} />}
    </article>
  );
}

/** Way to the page that records all deliveries at this door together. */
function DoorLink({ stop, day }: { stop: CourierStop; day: CourierDay }) {
  const t = useWords("courier");
  const here = doorOf(day.stops, stop).length;
  if (here < 2) return null;
  return (
    <Button size="large" variant="tonal" full icon="parcel" href={`/c/stop/${stop.taskId}/door`}>
      {t("stop.door", { n: here })}
    </Button>
  );
}

function Parcels({ stop }: { stop: CourierStop }) {
  const textOf = useParcelText();
  const format = useFormat();
  return (
    <ul className="courier-parcels">
      {stop.parcels.map((parcel, index) => (
        <li key={index}>
          <Icon name={parcel.fragile ? "fragile" : "parcel"} />
          <span>{textOf(parcel)}</span>
          <span className="quiet">{format.mass(parcel.massG)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Start, arrive, then done; "cannot" stands apart so that no thumb hits it by mistake. */
function NextAction({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const record = useRecord(stop);
  const names = useNeedNames();
  const done = isDoneAtOnce(stop);
  const scan = useStopScan(stop);
  const finish = useRecord(stop, () => go("/c"));
  const actions = useNextAction(stop.state);
  if (stop.blocked) return <Banner tone="warning">{t("stop.blocked")}</Banner>;
  const succeed = () => finish.mutate({ type: "succeed", recipientName: null, note: null, ...scan.given });
  return (
    <footer className="courier-actions" ref={actions}>
      <div className="courier-main">
        <RefusalNote error={record.error ?? finish.error} />
        {stop.state === "assigned" && (
          <Button
            size="large"
            variant="filled"
            full
            icon="play"
            loading={record.isPending}
            onClick={() => record.mutate({ type: "start" })}
          >
            {t("stop.start")}
          </Button>
        )}
        {stop.state === "en_route" && (
          <Button
            size="large"
            variant="filled"
            full
            icon="flag"
            loading={record.isPending}
            onClick={() => record.mutate({ type: "arrive" })}
          >
            {t("stop.arrive")}
          </Button>
        )}
        {stop.state === "arrived" && scan.isMissing && (
          <p className="small">{t("stop.missing", { needs: names(["barcode"]) })}</p>
        )}
        {stop.state === "arrived" && done && (
          <Button
            size="large"
            variant="filled"
            full
            icon="check"
            loading={finish.isPending}
            disabled={scan.isMissing}
            onClick={succeed}
          >
            {t("stop.collected", { n: stop.parcels.length })}
          </Button>
        )}
        {stop.state === "arrived" && !done && (
          <Button
            size="large"
            variant="filled"
            full
            icon="check"
            disabled={scan.isMissing}
            href={`/c/stop/${stop.taskId}/done`}
          >
            {t(`stop.finish.${stop.kind}`)}
          </Button>
        )}
      </div>
      <div className="courier-apart">
        <PartLink stop={stop} />
        <Button variant="text" tone="danger" icon="warning" href={`/c/stop/${stop.taskId}/fail`}>
          {t("stop.cannot")}
        </Button>
      </div>
    </footer>
  );
}

/** Tells how the stop ended, and for ten minutes lets it be put right: on the page that takes the other end's proofs. */
function Ended({ stop, zone }: { stop: CourierStop; zone: string }) {
  const t = useWords("courier");
  const format = useFormat();
  const names = useNeedNames();
  const [asking, setAsking] = useState(false);
  const scan = useStopScan(stop);
  const lacks = stop.state === "failed" && scan.isMissing;
  const asksNothing = stop.state === "failed" && isDoneAtOnce(stop);
  const page = stop.state === "failed" ? "done" : "fail";
  return (
    <footer className="courier-actions">
      <Banner tone={stop.state === "succeeded" ? "done" : "warning"}>
        {t(`ended.${stop.state === "succeeded" ? "succeeded" : "failed"}`)}
      </Banner>
      {isCorrectable(stop) && (
        <div className="courier-main">
          {lacks && <p className="small">{t("stop.missing", { needs: names(["barcode"]) })}</p>}
          <Button
            size="large"
            variant="outlined"
            full
            icon="undo"
            disabled={lacks}
            {...(asksNothing
              ? { onClick: () => setAsking(true) }
              : { href: `/c/stop/${stop.taskId}/${page}` })}
          >
            {t("correct.open", { time: format.time(stop.correctableUntil ?? "", zone) })}
          </Button>
        </div>
      )}
      {asking && <ItDidWork stop={stop} onClose={() => setAsking(false)} />}
    </footer>
  );
}

/** Asks once more before a pickup that needs no proof counts as done. */
function ItDidWork({ stop, onClose }: { stop: CourierStop; onClose: () => void }) {
  const t = useWords("courier");
  const scan = useStopScan(stop);
  const record = useRecord(stop, onClose);
  const fact = { type: "correct", to: "succeeded", reason: null, recipientName: null, note: null } as const;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("correct.title")}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("correct.keep")}
          </Button>
          <Button
            variant="filled"
            loading={record.isPending}
            onClick={() => record.mutate({ ...fact, ...scan.given })}
          >
            {t("correct.to-succeeded")}
          </Button>
        </>
      }
    >
      <p>{t("correct.text-succeeded")}</p>
      <RefusalNote error={record.error} />
    </Dialog>
  );
}
