import { useWords } from "#web/i18n/words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Badge } from "#web/ui/status.tsx";
import { leftText } from "../live-read.ts";
import { useBoardOffer } from "./board-offers.ts";
import "./offer-mark.css";

/** Stands in the row of a delivery that is on offer, or that no courier took. */
export function OfferMark({ deliveryId }: { deliveryId: string }) {
  const t = useWords("offers");
  const { offer, now } = useBoardOffer(deliveryId);
  if (!offer) return null;
  const left = leftText(offer.expiresAt, now);
  if (offer.state === "open")
    return (
      <Badge tone="moving">
        <span className="offer-mark offer-mark-words">{t("mark.open", { left })}</span>
        <span className="offer-mark-short" aria-hidden="true">
          <Icon name="clock" size="small" /> <bdi dir="ltr">{left}</bdi>
        </span>
      </Badge>
    );
  return (
    <Badge tone="trouble">
      <span className="offer-mark">{t(`mark.${offer.state}`)}</span>
    </Badge>
  );
}
