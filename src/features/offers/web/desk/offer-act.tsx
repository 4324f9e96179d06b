import { useState } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import { useCommand } from "#web/api/use-command.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { offersApi } from "../../contract/api.ts";
import { boardOffers, useBoardOffer } from "./board-offers.ts";
import { OfferDialog } from "./offer-dialog.tsx";

/** Offers the deliveries that are chosen on the board, or takes the offer of the only one back. */
export function OfferAct({ ids, board }: { ids: readonly string[]; board: Board | undefined }) {
  const t = useWords("offers");
  const [isOpen, setOpen] = useState(false);
  const { offer } = useBoardOffer(ids.length === 1 ? ids[0] : undefined);
  const withdraw = useWithdraw(boardOffers.refresh);
  if (ids.length === 0) return null;
  if (offer?.state === "open")
    return (
      <Button
        variant="outlined"
        size="small"
        icon="undo"
        loading={withdraw.isPending}
        onClick={() => withdraw.run(offer.id)}
      >
        {t("withdraw")}
      </Button>
    );
  return (
    <>
      <Button variant="outlined" size="small" icon="people" onClick={() => setOpen(true)}>
        {offer ? t("again") : t("offer")}
      </Button>
      {isOpen && (
        <OfferDialog ids={ids} board={board} onDone={boardOffers.refresh} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Takes an offer back, and says why where it ended before. */
export function useWithdraw(onDone: () => void) {
  const { isPending, mutateAsync } = useCommand(offersApi.withdrawOffer);
  const run = (id: string) =>
    void mutateAsync({ id })
      .catch((error: unknown) => showSnack({ text: refusalText(error), tone: "trouble" }))
      .finally(onDone);
  return { isPending, run };
}
