import { useState } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import type { BoardKeyProps, ChooseLinesProps } from "#features/dispatch/web/public.ts";
import { useCursorCourier } from "#features/dispatch/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { usePageKey } from "#web/keys/use-page-key.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { MessagesPanel } from "../messages-panel.tsx";
import { type Addressed, recipientsOf } from "./recipients.ts";

/** `M` on the board writes to the couriers of what is chosen, to the one under the cursor, or to all on duty. */
export function MessageKey({ targets, board, courier }: BoardKeyProps) {
  const [to, setTo] = useState<Addressed>();
  usePageKey("m", () => setTo(recipientsOf(board, targets(), courier())));
  return to && <MessageDialog to={to} onClose={() => setTo(undefined)} />;
}

/** Writes to the courier under the cursor, or to all on duty. */
export function MessageButton({ board, store, couriers }: ChooseLinesProps) {
  const t = useWords("messages");
  const courier = useCursorCourier(store, board, couriers);
  return (
    <WriteButton
      label={courier ? t("board.one", { name: courier.name }) : t("board.all")}
      to={() => recipientsOf(board, [], courier?.id)}
    />
  );
}

/** Writes to the couriers who have what is chosen. */
export function MessageAct({ chosen, board }: { chosen: readonly string[]; board: Board }) {
  const t = useWords("messages");
  const to = recipientsOf(board, chosen, undefined);
  if (to.courierIds.length === 0) return null;
  return <WriteButton label={t("board.chosen", { n: to.courierIds.length })} to={() => to} />;
}

function WriteButton({ label, to }: { label: string; to: () => Addressed }) {
  const [open, setOpen] = useState<Addressed>();
  return (
    <>
      <IconButton icon="mail" label={label} onClick={() => setOpen(to())} />
      {open && <MessageDialog to={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function MessageDialog({ to, onClose }: { to: Addressed; onClose: () => void }) {
  const t = useWords("messages");
  const [only, ...more] = to.courierIds;
  return (
    <Dialog open title={t("title")} onClose={onClose}>
      <MessagesPanel
        to={to}
        deliveryId={to.deliveryId}
        courierId={to.deliveryId === undefined && more.length === 0 ? only : undefined}
      />
    </Dialog>
  );
}
