import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { ProblemFace } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { clockSkewS } from "#web/session/clock.ts";
import { useConfig } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type SavedCard, savedCardsApi } from "../../contract/saved-cards.ts";
import { cardText } from "../../domain/card-text.ts";
import { AwayNote } from "./away-note.tsx";
import { RemoveCardDialog } from "./remove-card-dialog.tsx";
import "./cards.css";
import "./words.ts";

const KEY = ["my", "cards"];

/** The cards that the provider keeps for me. Where none are kept any more, only those that still are. */
export function SavedCards() {
  const t = useWords("cards");
  const isOffered = useConfig().payment.savedCards === true;
  const client = useQueryClient();
  const [asked, setAsked] = useState<SavedCard>();
  const [gone, setGone] = useState<SavedCard>();
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(savedCardsApi.listMyCards, {}, { signal }),
  });
  const cards = list.data?.items ?? [];
  if (!isOffered && cards.length === 0 && !gone) return null;
  return (
    <section className="my-cards" aria-labelledby="my-cards">
      <div>
        <h2 id="my-cards" className="title">
          {t("mine.title")}
        </h2>
        <p className="quiet small">{t(cards.some(isCharged) ? "mine.text-away" : "mine.text")}</p>
      </div>
      {gone && <Banner tone="done">{t("mine.removed", { card: cardText(gone) })}</Banner>}
      {cards.length === 0 ? (
        <NoCards list={list} />
      ) : (
        <ul>
          {cards.map((card) => (
            <CardRow
              key={card.ref}
              card={card}
              onRemove={() => setAsked(card)}
              onStopped={(left) => client.setQueryData(KEY, left)}
            />
          ))}
        </ul>
      )}
      {asked && (
        <RemoveCardDialog
          card={asked}
          onClose={() => setAsked(undefined)}
          onRemoved={(left) => {
            client.setQueryData(KEY, left);
            setGone(asked);
            setAsked(undefined);
          }}
        />
      )}
    </section>
  );
}

/** What stands where there are none: not yet, not at all, or nobody could say. */
function NoCards({ list }: { list: Pick<UseQueryResult, "isPending" | "isError" | "error" | "refetch"> }) {
  const t = useWords("cards");
  if (list.isPending) return <Skeleton look="rows" lines={2} />;
  if (list.isError) return <ProblemFace error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <div className="my-cards-none">
      <Icon name="card" />
      <div>
        <p className="strong">{t("mine.empty.title")}</p>
        <p className="quiet small">{t("mine.empty.text")}</p>
      </div>
    </div>
  );
}

interface CardRowProps {
  readonly card: SavedCard;
  readonly onRemove: () => void;
  readonly onStopped: (left: { items: SavedCard[] }) => void;
}

function CardRow({ card, onRemove, onStopped }: CardRowProps) {
  const t = useWords("cards");
  const name = cardText(card);
  const until = { month: String(card.month).padStart(2, "0"), year: String(card.year) };
  return (
    <li className="my-card">
      <Icon name="card" />
      <div>
        <p className="strong">
          <LtrText>{name}</LtrText>
        </p>
        <p className="quiet small">{t(isOver(card) ? "mine.over" : "mine.until", until)}</p>
        {card.awaySince !== null && <AwayNote card={card} since={card.awaySince} onStopped={onStopped} />}
      </div>
      <Button variant="text" aria-label={t("mine.remove-card", { card: name })} onClick={onRemove}>
        {t("mine.remove")}
      </Button>
    </li>
  );
}

/** It may be charged while I am away. */
const isCharged = ({ awaySince }: SavedCard): boolean => awaySince !== null;

/** A card pays until the last day of its month. */
function isOver({ month, year }: SavedCard): boolean {
  const today = new Date(Date.now() + clockSkewS() * 1000);
  return year * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
}
