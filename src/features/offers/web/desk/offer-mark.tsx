import { useWords } from "#web/i18n/words.ts";
import { Badge } from "#web/ui/status.tsx";
import { leftText } from "../live-read.ts";
import { useBoardOffer } from "./board-offers.ts";

/** Stands in the row of a delivery that is on offer, or that no courier took. */
export function OfferMark({ deliveryId }: { deliveryId: string }) {
  const t = useWords("offers");
  const { offer, now } = useBoardOffer(deliveryId);
  if (!offer) return null;
  if (offer.state === "open")
    return <Badge tone="moving">{t("mark.open", { left: leftText(offer.expiresAt, now) })}</Badge>;
  return <Badge tone="trouble">{t(`mark.${offer.state}`)}</Badge>;
}
