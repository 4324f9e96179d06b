import { refreshDay, usePhone, zoneOf } from "#features/courier/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useOnline } from "#web/shell/online.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { type CourierOffer, offersApi } from "../../contract/api.ts";
import { leftText } from "../live-read.ts";
import "../offers.css";
import { isAsking, myOffers } from "./my-offers.ts";

interface OfferCardProps {
  offer: CourierOffer;
  now: number;
  /** Takes it off the page. */
  onClose?: () => void;
}

/** An offer with its two answers, or what became of it. */
export function OfferCard({ offer, now, onClose }: OfferCardProps) {
  const t = useWords("offers");
  const open = isAsking(offer);
  const title = t(open ? "card.title" : "card.over");
  return (
    <section className="offer-card stack gap-2" aria-label={title}>
      <p className="offer-head">
        <strong>{title}</strong>
        {open && (
          <span className="figure strong" aria-label={t("left", { left: leftText(offer.expiresAt, now) })}>
            <bdi dir="ltr">{leftText(offer.expiresAt, now)}</bdi>
          </span>
        )}
      </p>
      <Way offer={offer} />
      {open ? <Answers id={offer.id} /> : <Became offer={offer} onClose={onClose} />}
    </section>
  );
}

function Way({
  offer: { from, to, distanceM, parcels, massG, window, addedSeconds },
}: {
  offer: CourierOffer;
}) {
  const t = useWords("offers");
  const f = useFormat();
  const zone = zoneOf(usePhone());
  return (
    <>
      <dl className="offer-way">
        <dt>{t("from")}</dt>
        <dd>
          <bdi>{from}</bdi>
        </dd>
        <dt>{t("to")}</dt>
        <dd>
          <bdi>{to}</bdi>
        </dd>
      </dl>
      <p className="offer-facts small">
        <span className="figure">{f.distance(distanceM)}</span>
        {addedSeconds !== null && (
          <span className="figure strong">{t("added", { time: f.duration(Math.max(0, addedSeconds)) })}</span>
        )}
        <span>{t("parcels", { n: parcels, mass: f.mass(massG) })}</span>
        <span className="figure">{f.window(window, zone)}</span>
      </p>
    </>
  );
}

/** Both need the network: an acceptance that waits on the phone would be no answer. */
function Answers({ id }: { id: string }) {
  const t = useWords("offers");
  const online = useOnline();
  const accept = useCommand(offersApi.acceptOffer, {
    onDone: () => {
      refreshDay();
      myOffers.refresh();
    },
  });
  const decline = useCommand(offersApi.declineOffer, { onDone: myOffers.refresh });
  const isBusy = accept.isPending || decline.isPending;
  return (
    <>
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      <RefusalNote error={accept.error ?? decline.error} />
      <div className="offer-do">
        <Button
          size="large"
          variant="filled"
          icon="check"
          loading={accept.isPending}
          disabled={!online || decline.isPending}
          onClick={() => void accept.mutateAsync({ id }).catch(myOffers.refresh)}
        >
          {t("accept")}
        </Button>
        <Button
          size="large"
          variant="outlined"
          loading={decline.isPending}
          disabled={!online || isBusy}
          onClick={() => void decline.mutateAsync({ id }).catch(myOffers.refresh)}
        >
          {t("decline")}
        </Button>
      </div>
    </>
  );
}

function Became({
  offer: { state, answer },
  onClose,
}: {
  offer: CourierOffer;
  onClose: (() => void) | undefined;
}) {
  const t = useWords("offers");
  const isMine = answer === "accepted";
  return (
    <Banner
      tone={isMine ? "done" : "info"}
      actions={
        onClose && (
          <Button variant="text" onClick={onClose}>
            {t("close")}
          </Button>
        )
      }
    >
      {isMine ? t("mine") : answer === "declined" ? t("declined") : t(`refusal.${END[state]}`)}
    </Banner>
  );
}

/** The sentence with which an acceptance would be refused. */
const END = {
  open: "declined",
  accepted: "taken",
  declined: "declined",
  expired: "expired",
  withdrawn: "withdrawn",
  assigned: "assigned",
  changed: "changed",
  over: "over",
} as const satisfies Record<CourierOffer["state"], string>;
