import { useQuery } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { OwedPanel } from "#features/debts/web/public.tsx";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { BoardDelivery } from "../contract/board.ts";

interface PayLinkDialogProps {
  delivery: Pick<BoardDelivery, "id" | "number">;
  onClose: () => void;
}

/** Amount that a delivery on the board still owes, and the link to pay it: as on the delivery's own page. */
export function PayLinkDialog({ delivery: { id, number }, onClose }: PayLinkDialogProps) {
  const t = useWords("dispatch");
  const hall = useWords("hall");
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["board", "delivery", id],
    queryFn: ({ signal }) => call(deliveriesApi.readDelivery, { id }, { signal }),
    retry: false,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("action.pay-link")}
      actions={<Button onClick={onClose}>{hall("ui.close")}</Button>}
    >
      <div className="stack gap-4">
        <p>
          <NumberText>{number}</NumberText>
        </p>
        <RefusalNote error={error} onRetry={() => void refetch()} />
        {isPending && <Skeleton lines={2} />}
        {data && <OwedPanel orderId={data.orderId} />}
      </div>
    </Dialog>
  );
}
