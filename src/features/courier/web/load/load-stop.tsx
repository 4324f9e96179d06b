import { useWords } from "#web/i18n/words.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Card } from "#web/ui/card.tsx";
import type { CourierStop } from "../../contract/api.ts";
import { ParcelTicks } from "../scan/parcel-ticks.tsx";

interface LoadStopProps {
  stop: CourierStop;
  ticked: readonly string[];
  onChange: (ticked: readonly string[]) => void;
}

/** Parcels of one stop, each to be ticked by hand where its label cannot be scanned. */
export function LoadStop({ stop, ticked, onChange }: LoadStopProps) {
  const t = useWords("courier");
  return (
    <Card title={<AddressBreak label={stop.address.label} />} copy="courier">
      <p className="quiet small">
        {t(stop.custody === "hub" ? "load.at-hub" : `kind.${stop.kind}`)} · <bdi>{stop.contactName}</bdi>
      </p>
      <ParcelTicks stop={stop} ticked={ticked} onChange={onChange} />
    </Card>
  );
}
