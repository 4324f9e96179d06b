import { useState } from "react";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkField } from "./link-field.tsx";

/** Makes the recipient's link to a delivery on demand; it is shown once, since only its hash is kept. */
export function TrackingLink({ deliveryId }: { readonly deliveryId: string }) {
  const t = useWords("sender");
  const [address, setAddress] = useState("");
  const share = useCommand(trackingApi.shareDelivery, {
    onDone: ({ path }) => setAddress(new URL(path, location.origin).href),
  });
  const make = () => share.mutate({ id: deliveryId });
  if (address !== "") return <LinkField label={t("link.label")} address={address} opens />;
  return (
    <div className="stack gap-2">
      <Button variant="tonal" icon="link" loading={share.isPending} onClick={make}>
        {t("link.make")}
      </Button>
      <p className="small quiet">{t("link.text")}</p>
      <RefusalNote error={share.error} onRetry={make} />
    </div>
  );
}
