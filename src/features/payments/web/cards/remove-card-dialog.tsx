import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { type SavedCard, savedCardsApi } from "../../contract/saved-cards.ts";
import { cardText } from "../../domain/card-text.ts";

interface RemoveCardDialogProps {
  card: SavedCard;
  onClose: () => void;
  onRemoved: (left: { items: SavedCard[] }) => void;
}

/** Asks before a card is let go of: it cannot be had back but by typing it anew. */
export function RemoveCardDialog({ card, onClose, onRemoved }: RemoveCardDialogProps) {
  const t = useWords("cards");
  const hall = useWords("hall");
  const remove = useCommand(savedCardsApi.removeCard, { onDone: onRemoved });
  const send = () => remove.mutate({ ref: card.ref });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={remove.isPending}
      title={t("remove.title")}
      actions={
        <>
          <Button onClick={onClose}>{hall("forms.cancel")}</Button>
          <Button variant="filled" loading={remove.isPending} onClick={send}>
            {t("mine.remove")}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p>{t("remove.text", { card: cardText(card) })}</p>
        <RefusalNote error={remove.error} />
      </div>
    </Dialog>
  );
}
