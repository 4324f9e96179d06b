import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { type Cancellation, deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { Follows } from "./later/follows.ts";

export interface CancelDialogProps {
  delivery: Delivery;
  onDone: (fresh: Delivery) => void;
  onClose: () => void;
}

/** Cancelling, with its fee shown before anybody confirms it. */
export function CancelDialog({ delivery, onDone, onClose }: CancelDialogProps) {
  const t = useWords("delivery-pages");
  const { id } = delivery;
  const preview = useQuery({
    queryKey: ["cancellation", id, delivery.version],
    queryFn: ({ signal }) => call(deliveriesApi.previewCancellation, { id }, { signal }),
    staleTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={t("act.cancel")}>
      {preview.isPending && <Skeleton lines={3} />}
      <RefusalNote error={preview.error} onRetry={() => void preview.refetch()} />
      {preview.data && (
        <Confirm
          delivery={delivery}
          preview={preview.data}
          onDone={onDone}
          onClose={onClose}
          onLookAgain={() => void preview.refetch()}
        />
      )}
    </Dialog>
  );
}

function Confirm(props: CancelDialogProps & { preview: Cancellation; onLookAgain: () => void }) {
  const { delivery, preview, onDone, onClose, onLookAgain } = props;
  const t = useWords("delivery-pages");
  const [note, setNote] = useState("");
  const [intent] = useState(() => ({ commandId: newId(), occurredAt: new Date().toISOString() }));
  const cancel = useCommand(deliveriesApi.cancelDelivery, {
    onDone: (fresh) => {
      onDone(fresh);
      showSnack({ text: t("act.cancel.done") });
    },
  });
  const why = maybeWord("delivery-pages", `cancellation.${preview.reason}`);
  const send = () =>
    cancel.mutate({
      id: delivery.id,
      ...intent,
      fee: preview.fee,
      note: note.trim() === "" ? null : note.trim(),
    });
  const again = isProblem(cancel.error, "deliveries.fee-changed") ? { onRetry: onLookAgain } : {};
  return (
    <div className="stack gap-4">
      <p>{why}</p>
      {preview.allowed && (
        <>
          <Facts>
            <Fact name={t("cancellation.fee")} strong>
              <MoneyText amount={preview.fee} />
            </Fact>
            <Fact name={t("cancellation.refund")}>
              <MoneyText amount={preview.refund} />
            </Fact>
          </Facts>
          <Follows deliveryId={delivery.id} version={delivery.version} act="cancel" />
          <TextArea label={t("act.note")} value={note} onChange={setNote} rows={2} maxLength={500} />
        </>
      )}
      <RefusalNote error={cancel.error} {...again} />
      <div className="modal-actions">
        <Button variant="text" onClick={onClose}>
          {t("act.back")}
        </Button>
        {preview.allowed && (
          <Button variant="filled" tone="danger" loading={cancel.isPending} onClick={send}>
            {t("act.cancel")}
          </Button>
        )}
      </div>
    </div>
  );
}
