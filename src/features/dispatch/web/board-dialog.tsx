import { lateDialog } from "#web/ui/overlays/late-dialog.tsx";
import type { Board, BoardDelivery } from "../contract/board.ts";
import { KeyHelp } from "./keys/key-help.tsx";
import { PayLinkDialog } from "./pay-link-dialog.tsx";
import { type AssignAsk, assignDialog, boardHandOver } from "./board-parts.ts";
import type { AssignWish } from "./plan/plan.ts";
import { PostponeDialog } from "./postpone-dialog.tsx";

const AssignDialog = lateDialog(assignDialog.load);

/** A question of the board that waits for its answer. */
export type Asked =
  | { readonly kind: "assign"; readonly ids: readonly string[] }
  /** `chosen`: how many were chosen, those that stay included. */
  | { readonly kind: "postpone"; readonly ids: readonly string[]; readonly chosen: number }
  | { readonly kind: "pay-link"; readonly delivery: BoardDelivery }
  | { readonly kind: "hand-over"; readonly wish: AssignWish }
  | { readonly kind: "help" };

interface BoardDialogProps {
  board: Board;
  asked: Asked | undefined;
  onAssign: AssignAsk["onChoose"];
  onHandOver: (wish: AssignWish) => void;
  onPostpone: (ids: readonly string[], toDate: string) => void;
  onClose: () => void;
}

/** The dialog that is open on the board. */
export function BoardDialog({ board, asked, onAssign, onHandOver, onPostpone, onClose }: BoardDialogProps) {
  switch (asked?.kind) {
    case "assign":
      return <AssignDialog board={board} ids={asked.ids} onChoose={onAssign} onClose={onClose} />;
    case "postpone":
      return (
        <PostponeDialog
          board={board}
          ids={asked.ids}
          chosen={asked.chosen}
          onChoose={(toDate) => onPostpone(asked.ids, toDate)}
          onClose={onClose}
        />
      );
    case "pay-link":
      return <PayLinkDialog delivery={asked.delivery} onClose={onClose} />;
    case "hand-over":
      return (
        <boardHandOver.Parts
          board={board}
          wish={asked.wish}
          onHandOver={(handOver) => onHandOver({ ...asked.wish, handOver })}
          onClose={onClose}
        />
      );
    case "help":
      return <KeyHelp onClose={onClose} />;
    case undefined:
      return null;
  }
}
