import { StatusLine } from "#features/courier/web/public.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { isAsking, myOffers, useMyOffers } from "./my-offers.ts";
import { OfferCard } from "./offer-card.tsx";

/** All offers of the last half hour: those to be answered, then what became of the others. */
export function OffersPage() {
  const t = useWords("offers");
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={t("page.title")} takesFocus />
      <StatusLine />
      <Offers />
    </article>
  );
}

function Offers() {
  const t = useWords("offers");
  const { offers, error, now } = useMyOffers();
  if (!offers && error !== null) return <ProblemMessage error={error} onRetry={myOffers.refresh} />;
  if (!offers) return <Skeleton look="card" lines={4} />;
  const ordered = offers.toSorted((a, b) => Number(isAsking(b)) - Number(isAsking(a)));
  if (ordered.length === 0)
    return (
      <StateMessage kind="empty" icon="inbox" title={t("page.none")}>
        <p>{t("page.none-text")}</p>
      </StateMessage>
    );
  return ordered.map((offer) => <OfferCard key={offer.id} offer={offer} now={now} />);
}
