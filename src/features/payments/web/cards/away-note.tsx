import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { type SavedCard, savedCardsApi } from "../../contract/saved-cards.ts";
import { cardText } from "../../domain/card-text.ts";

interface AwayNoteProps {
  readonly card: SavedCard;
  /** Since when, as the server writes it. */
  readonly since: string;
  readonly onStopped: (left: { items: SavedCard[] }) => void;
}

/** What I let the carrier do with a card, and the way to take that back. The card stays. */
export function AwayNote({ card, since, onStopped }: AwayNoteProps) {
  const t = useWords("cards");
  const f = useFormat();
  const zone = useZone();
  const stop = useCommand(savedCardsApi.stopAwayCharges, { onDone: onStopped });
  return (
    <div className="stack gap-2">
      <p className="small">{t("away.given", { date: f.date(since, zone) })}</p>
      <div className="row">
        <Button
          variant="text"
          loading={stop.isPending}
          aria-label={t("away.stop-card", { card: cardText(card) })}
          onClick={() => stop.mutate({ ref: card.ref })}
        >
          {t("away.stop")}
        </Button>
      </div>
      <RefusalNote error={stop.error} />
    </div>
  );
}
