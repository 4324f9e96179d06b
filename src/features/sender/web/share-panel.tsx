import { useState } from "react";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TrackingLink } from "./tracking-link.tsx";

/** Makes a link for the recipient, and takes all links to this delivery back. */
export function SharePanel({ deliveryId }: { deliveryId: string }) {
  const t = useWords("sender");
  const [asking, setAsking] = useState(false);
  const [round, setRound] = useState(0);
  const revoke = useCommand(trackingApi.revokeLinks, {
    onDone: () => {
      setAsking(false);
      setRound(round + 1);
      showSnack({ text: t("link.revoked") });
    },
  });
  return (
    <div className="stack gap-2">
      <TrackingLink key={round} deliveryId={deliveryId} />
      <Button variant="text" icon="remove" onClick={() => setAsking(true)}>
        {t("link.revoke")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t("link.revoke")}
        actions={
          <>
            <Button variant="text" onClick={() => setAsking(false)}>
              {t("link.keep")}
            </Button>
            <Button
              variant="filled"
              tone="danger"
              loading={revoke.isPending}
              onClick={() => revoke.mutate({ id: deliveryId })}
            >
              {t("link.revoke")}
            </Button>
          </>
        }
      >
        <p>{t("link.revoke-text")}</p>
        <RefusalNote error={revoke.error} />
      </Dialog>
    </div>
  );
}
