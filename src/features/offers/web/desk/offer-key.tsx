import { useState } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import { useWords } from "#web/i18n/words.ts";
import { usePageKey } from "#web/keys/use-page-key.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { boardOffers } from "./board-offers.ts";
import { OfferDialog } from "./offer-dialog.tsx";

interface OfferKeyProps {
  /** Deliveries that a command is about. */
  targets: () => readonly string[];
  board: Board;
}

/** `O` on the board offers what is chosen, or the current line, as far as no courier has it. */
export function OfferKey({ targets, board }: OfferKeyProps) {
  const t = useWords("offers");
  const [ids, setIds] = useState<readonly string[]>();
  usePageKey("o", () => {
    const wished = new Set(targets());
    const open = board.unassigned.filter((id) => wished.has(id));
    if (open.length > 0) setIds(open);
    else if (wished.size > 0) showSnack({ text: t("refusal.not-open"), topic: "offer" });
  });
  if (!ids) return null;
  return (
    <OfferDialog ids={ids} board={board} onDone={boardOffers.refresh} onClose={() => setIds(undefined)} />
  );
}
