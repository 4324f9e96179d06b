import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { useBoard } from "#features/dispatch/web/public.ts";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive, useLiveStatus } from "#web/live/live.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip, type Look } from "#web/ui/status.tsx";
import { type Offer, offersApi } from "../../contract/api.ts";
import { offerHappened } from "../../contract/events.ts";
import { leftText, useSeconds } from "../live-read.ts";
import "../offers.css";
import { boardOffers } from "./board-offers.ts";
import { useWithdraw } from "./offer-act.tsx";
import { OfferDialog, type OfferDialogProps } from "./offer-dialog.tsx";

const POLL_MS = 15_000;

/** Offers of one delivery with what each courier answered, the newest first; and a way to offer it. */
export function DeliveryOffers({ deliveryId }: { deliveryId: string }) {
  const queries = useQueryClient();
  const key = ["offers", deliveryId];
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: key });
    boardOffers.refresh();
  };
  useLive([onLive(offerHappened, refresh), onResync(refresh)]);
  const { list, items = [] } = usePages(
    key,
    (from, options) => call(offersApi.listOffers, { deliveryId, ...from }, options),
    { everyMs: useLiveStatus() ? false : POLL_MS },
  );
  if (list.isPending) return <Skeleton lines={2} />;
  if (list.isError) return <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div className="stack gap-4">
      <Offers deliveryId={deliveryId} items={items} onChanged={refresh} />
      <ShowMore list={list} />
    </div>
  );
}

interface OffersProps {
  deliveryId: string;
  items: readonly Offer[];
  onChanged: () => void;
}

function Offers({ deliveryId, items, onChanged }: OffersProps) {
  const t = useWords("offers");
  const [isAsking, setAsking] = useState(false);
  const { isFree, day } = useFree(deliveryId);
  const { aheadMs } = boardOffers.use();
  const now = useSeconds(aheadMs, items[0]?.state === "open");
  const shown = items.map((one) => (isOver(one, now) ? { ...one, state: "expired" as const } : one));
  return (
    <>
      {shown.length === 0 ? (
        <p className="quiet">{t("none")}</p>
      ) : (
        <ul className="offers">
          {shown.map((offer) => (
            <OfferRow key={offer.id} offer={offer} now={now} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {isFree && shown[0]?.state !== "open" && (
        <div>
          <Button variant="tonal" icon="people" onClick={() => setAsking(true)}>
            {shown.length === 0 ? t("offer") : t("again")}
          </Button>
        </div>
      )}
      {isAsking && (
        <OfferOnDay day={day} ids={[deliveryId]} onDone={onChanged} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

const isOver = ({ state, expiresAt }: Offer, now: number): boolean =>
  state === "open" && now >= fromIso(expiresAt);

/** Quotes hold for the board of the delivery's day. */
function OfferOnDay({ day, ...rest }: { day: string } & Omit<OfferDialogProps, "board">) {
  const { query } = useBoard(day);
  return <OfferDialog board={query.data} {...rest} />;
}

/** Whether there is work of the delivery that no courier has, and on which day; the page around has read it. */
function useFree(id: string): { isFree: boolean; day: string } {
  const zone = useZone();
  const { data } = useQuery({
    queryKey: ["delivery", id],
    queryFn: ({ signal }) => call(deliveriesApi.readDelivery, { id }, { signal }),
  });
  const tasks = data?.tasks ?? [];
  const isHeld = ({ state }: { state: string }) => ["assigned", "en_route", "arrived"].includes(state);
  return {
    isFree: tasks.some(({ state }) => state === "open") && !tasks.some(isHeld),
    day: data ? localAt(fromIso(data.window.start), zone).date : "",
  };
}

const LOOK: Readonly<Record<Offer["state"], Look>> = {
  open: { tone: "moving", icon: "clock" },
  accepted: { tone: "done", icon: "check-circle" },
  declined: { tone: "trouble", icon: "warning" },
  expired: { tone: "trouble", icon: "warning" },
  withdrawn: { tone: "ended", icon: "undo" },
  assigned: { tone: "ended", icon: "person" },
  changed: { tone: "ended", icon: "edit" },
  over: { tone: "ended", icon: "close" },
};

interface RowProps {
  offer: Offer;
  now: number;
  onChanged: () => void;
}

function OfferRow({ offer, now, onChanged }: RowProps) {
  const t = useWords("offers");
  const f = useFormat();
  const zone = useZone();
  const withdraw = useWithdraw(onChanged);
  const { id, state, offeredAt, offeredBy, expiresAt, couriers } = offer;
  const at = f.dateTime(offeredAt, zone);
  return (
    <li className="stack gap-2">
      <span className="offer-head">
        <StatusChip {...LOOK[state]}>
          {state === "open" ? t("mark.open", { left: leftText(expiresAt, now) }) : t(`state.${state}`)}
        </StatusChip>
        {state === "open" && (
          <Button
            variant="text"
            size="small"
            icon="undo"
            loading={withdraw.isPending}
            onClick={() => withdraw.run(id)}
          >
            {t("withdraw")}
          </Button>
        )}
      </span>
      <span className="quiet small">
        {offeredBy === null
          ? t("offered", { n: couriers.length, at })
          : t("offered-by", { n: couriers.length, at, name: offeredBy })}
      </span>
      <ul className="offer-answers small">
        {couriers.map((one) => (
          <li key={one.courierId}>
            <bdi className="strong">{one.name}</bdi>{" "}
            <Answer of={one} since={offeredAt} isOpen={state === "open"} />
          </li>
        ))}
      </ul>
    </li>
  );
}

interface AnswerProps {
  of: Offer["couriers"][number];
  since: string;
  isOpen: boolean;
}

function Answer({ of: { answer, answeredAt }, since, isOpen }: AnswerProps) {
  const t = useWords("offers");
  if (answer === null || answeredAt === null)
    return <span className="quiet">{t(isOpen ? "silent" : "no-answer")}</span>;
  // The time that passed, as a countdown writes it.
  return t(`answer.${answer}`, { after: leftText(answeredAt, fromIso(since)) });
}
