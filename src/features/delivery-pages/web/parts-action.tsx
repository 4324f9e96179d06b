import { useState } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { lateDialog } from "#web/ui/overlays/late-dialog.tsx";
import { partTaskOf } from "./part-task.ts";

const PartsDialog = lateDialog(
  () => import("./parts-dialog.tsx").then((module) => module.PartsDialog),
  ["proofs"],
);

/** Button that opens the parcels one by one, where the delivery's state allows it. */
export function PartsAction({
  delivery,
  onChanged,
}: {
  delivery: Delivery;
  onChanged: (fresh: Delivery) => void;
}) {
  const t = useWords("delivery-pages");
  // The try as it was opened: recording it changes the delivery.
  const [opened, setOpened] = useState<ReturnType<typeof partTaskOf>>();
  const part = partTaskOf(delivery);
  return (
    <>
      {part && (
        <div>
          <Button variant="tonal" icon="parcel" onClick={() => setOpened(part)}>
            {t(part.corrects ? "parts.correct" : "parts.record")}
          </Button>
        </div>
      )}
      {opened && (
        <PartsDialog
          delivery={delivery}
          part={opened}
          onDone={(fresh) => {
            onChanged(fresh);
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
