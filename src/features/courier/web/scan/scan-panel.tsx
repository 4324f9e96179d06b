import { useState } from "react";
import { SCAN_EXCUSES } from "#features/proofs/domain/needs.ts";
import { useWords } from "#web/i18n/words.ts";
import { Scanner, type Verdict } from "#web/scan/scanner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import type { CourierDay, CourierStop } from "../../contract/api.ts";
import { judgeScan, unticked } from "#features/parcels/domain/scan.ts";
import { ParcelTicks } from "./parcel-ticks.tsx";
import { useStopScan } from "./use-stop-scan.ts";
import { verdictOf } from "./verdict-of.ts";

/** Parcels of a stop, ticked by the camera, by a typed code or by hand; a reason where that does not work. */
export function ScanPanel({ stop, day }: { stop: CourierStop; day: CourierDay }) {
  const t = useWords("courier");
  const scan = useStopScan(stop);
  const [isOpen, setOpen] = useState(false);
  const missing = unticked(stop, scan.codes).length;
  const all = stop.parcels.length;
  const isRequired = stop.required.includes("barcode");
  const judge = (text: string): Verdict => {
    const result = judgeScan(text, { here: [stop], day: day.stops, ticked: scan.codes });
    if (result.kind === "ticked") scan.setCodes([...scan.codes, result.code]);
    return verdictOf(result, t);
  };
  return (
    <div className="stack gap-3">
      <p className="quiet small">{t("scan.count", { n: all - missing, all })}</p>
      {isOpen ? (
        <Scanner onText={judge} />
      ) : (
        <Button variant="tonal" full icon="camera" onClick={() => setOpen(true)}>
          {t("scan.open")}
        </Button>
      )}
      <ParcelTicks stop={stop} ticked={scan.codes} onChange={scan.setCodes} />
      {isRequired && missing > 0 && (
        <>
          <p>{t("scan.required")}</p>
          <Select
            label={t("scan.excuse")}
            value={scan.excuse}
            onChange={scan.setExcuse}
            options={SCAN_EXCUSES.map((value) => ({ value, label: t(`excuse.${value}`) }))}
            placeholder={t("scan.excuse-choose")}
          />
        </>
      )}
    </div>
  );
}
