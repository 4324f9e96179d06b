import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Chosen } from "#features/delivery-pages/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { sendForFile } from "#web/api/send.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { LABELS_PATH, LabelFormat, type LabelRequest } from "../contract/labels.ts";

/** Two hundred labels take the server some seconds. */
const TIMEOUT_MS = 60_000;

type Wanted = Pick<LabelRequest, "ids" | "filter">;

/** Labels of the parcels of one delivery. */
export const DeliveryLabels = ({ deliveryId }: { deliveryId: string }) => (
  <PrintLabels wanted={{ ids: [deliveryId] }} />
);

/** Labels of what was chosen in the list of deliveries, or of all that its filter shows. */
export function ChosenLabels({ ids, filter }: Chosen) {
  return <PrintLabels wanted={ids.length > 0 ? { ids: [...ids] } : { filter: filterOf(filter) }} />;
}

function filterOf({ q, states, courier, from, to, sort, order }: Chosen["filter"]): LabelRequest["filter"] {
  return {
    sort,
    order,
    ...(q.trim() !== "" && { search: q.trim() }),
    ...(states !== "" && { states }),
    ...(courier !== "" && { courierId: courier }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
  };
}

/** A button that asks for the paper and saves the document. */
function PrintLabels({ wanted }: { wanted: Wanted }) {
  const t = useWords("labels");
  const language = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [format, setFormat] = useState<LabelFormat>("a6");
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const body = { ...wanted, format, language };
      const headers = { accept: "application/pdf" };
      save(await sendForFile({ method: "POST", url: LABELS_PATH, body, headers, timeoutMs: TIMEOUT_MS }));
    },
    onSuccess: () => setOpen(false),
  });
  const open = () => {
    reset();
    setOpen(true);
  };
  const chosen = wanted.ids?.length ?? 0;
  return (
    <>
      <Button icon="parcel" variant="outlined" onClick={open}>
        {chosen > 1 ? t("print.open-chosen", { n: chosen }) : t("print.open")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("print.title")}
        actions={
          <>
            <Button variant="text" onClick={() => setOpen(false)}>
              {t("print.close")}
            </Button>
            <Button variant="filled" icon="parcel" loading={isPending} onClick={() => mutate()}>
              {t("print.make")}
            </Button>
          </>
        }
      >
        <p>{t(wanted.filter === undefined ? "print.text" : "print.all")}</p>
        <RadioGroup
          label={t("print.format")}
          value={format}
          onChange={setFormat}
          options={LabelFormat.options.map((value) => ({ value, label: t(`format.${value}`) }))}
        />
        <RefusalNote error={error} />
      </Dialog>
    </>
  );
}

function save(file: Blob): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: "labels.pdf" }).click();
  // The browser has read it once the press is done with.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
