import { useState } from "react";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextField } from "#web/ui/text-field.tsx";

interface LinkProps {
  /** A paid order, for whoever placed it … */
  orderId?: string;
  /** … or a delivery, for its sender. */
  deliveryId?: string;
  headers?: Record<string, string>;
}

/** Makes the recipient's link on demand; it is shown once, since only its hash is kept. */
export function TrackingLink({ orderId, deliveryId, headers = {} }: LinkProps) {
  const t = useWords("sender");
  const [address, setAddress] = useState("");
  const done = {
    headers,
    onDone: (link: { path: string }) => setAddress(new URL(link.path, location.origin).href),
  };
  const ofOrder = useCommand(trackingApi.shareOrder, done);
  const ofDelivery = useCommand(trackingApi.shareDelivery, done);
  const make = () =>
    deliveryId === undefined ? ofOrder.mutate({ id: orderId ?? "" }) : ofDelivery.mutate({ id: deliveryId });
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    showSnack({ text: t("link.copied") });
  };
  if (address === "")
    return (
      <div className="stack gap-2">
        <Button
          variant="tonal"
          icon="link"
          loading={ofOrder.isPending || ofDelivery.isPending}
          onClick={make}
        >
          {t("link.make")}
        </Button>
        <p className="small quiet">{t("link.text")}</p>
        <RefusalNote error={ofOrder.error ?? ofDelivery.error} onRetry={make} />
      </div>
    );
  return (
    <div className="sender-link">
      <TextField label={t("link.label")} value={address} onChange={() => undefined} readOnly />
      <Button icon="copy" variant="tonal" onClick={() => void copy()}>
        {t("link.copy")}
      </Button>
      <Button icon="visibility" href={address} target="_blank">
        {t("link.open")}
      </Button>
    </div>
  );
}
