import { useQuery } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OwedPanel } from "./owed-panel.tsx";
import "./words.ts";

export interface PayLinkDialogProps {
  readonly deliveryId: string;
  readonly number: string;
  readonly onClose: () => void;
}

/** What a delivery still owes, and the link to pay it, where one works with many deliveries at once. */
export function PayLinkDialog({ deliveryId, number, onClose }: PayLinkDialogProps) {
  const t = useWords("owed");
  const hall = useWords("hall");
  const { data, error, refetch } = useQuery({
    queryKey: ["owed", "delivery", deliveryId],
    queryFn: ({ signal }) => call(deliveriesApi.readDelivery, { id: deliveryId }, { signal }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("owed.title")}
      actions={<Button onClick={onClose}>{hall("ui.close")}</Button>}
    >
      <div className="stack gap-4">
        <p>
          <NumberText>{number}</NumberText>
        </p>
        <RefusalNote error={error} onRetry={() => void refetch()} />
        {data ? <OwedPanel orderId={data.orderId} /> : error === null && <Skeleton lines={2} />}
      </div>
    </Dialog>
  );
}
