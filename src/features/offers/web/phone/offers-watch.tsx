import { useEffect, useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import { isAsking, useMyOffers } from "./my-offers.ts";
import { OfferCard } from "./offer-card.tsx";
import { OFFERS_PATH } from "./path.ts";

/** Offers that asked while this app was open: what became of them is told until the courier has read it. */
const told = new Set<string>();
const closed = new Set<string>();

/** Short, as of the scanner; a page that nobody has touched may not. */
const PULSE_MS = 120;

/** Offers on every page of a courier, each with its answers; they take no focus. */
export function OffersWatch() {
  const t = useWords("offers");
  const { offers = [], now } = useMyOffers();
  const [, setCount] = useState(0);
  const asking = offers.filter(isAsking);
  const fresh = asking
    .filter(({ id }) => !told.has(id))
    .map(({ id }) => id)
    .join(" ");
  useEffect(() => {
    if (fresh === "") return;
    for (const id of fresh.split(" ")) told.add(id);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(PULSE_MS);
  }, [fresh]);
  if (location.pathname === OFFERS_PATH) return null;
  const shown = offers.filter(
    (offer) =>
      isAsking(offer) || (told.has(offer.id) && !closed.has(offer.id) && offer.answer !== "declined"),
  );
  return (
    <>
      <span role="status" className="hidden-text">
        {asking.length > 0 && t("asking", { n: asking.length })}
      </span>
      {shown.map((offer) => (
        <OfferCard
          key={offer.id}
          offer={offer}
          now={now}
          onClose={() => {
            closed.add(offer.id);
            setCount((count) => count + 1);
          }}
        />
      ))}
      {shown.length > 1 && <a href={OFFERS_PATH}>{t("page.link")}</a>}
    </>
  );
}
