import { useWords } from "#web/i18n/words.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Card } from "#web/ui/card.tsx";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { ParcelTicks } from "#features/courier/web/public.ts";

interface LoadStopProps {
  stop: CourierStop;
  ticked: readonly string[];
  onChange: (ticked: readonly string[]) => void;
}

/** Parcels of one stop, each to be ticked by hand where its label cannot be scanned. */
export function LoadStop({ stop, ticked, onChange }: LoadStopProps) {
  const t = useWords("custody");
  const courier = useWords("courier");
  return (
    <Card title={<AddressBreak label={stop.address.label} />} copy="courier">
      <p className="quiet small">
        {stop.custody === "hub" ? t("load.at-hub") : courier(`kind.${stop.kind}`)} ·{" "}
        <bdi>{stop.contactName}</bdi>
      </p>
      <ParcelTicks stop={stop} ticked={ticked} onChange={onChange} />
    </Card>
  );
}
