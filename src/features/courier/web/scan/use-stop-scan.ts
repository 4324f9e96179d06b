import { SCAN_EXCUSES, type ScanExcuse } from "#features/proofs/domain/needs.ts";
import type { CourierStop } from "../../contract/api.ts";
import { unticked } from "#features/parcels/domain/scan.ts";
import { useTicked } from "#web/scan/ticked.ts";

interface StopScan {
  readonly codes: readonly string[];
  readonly setCodes: (codes: readonly string[]) => void;
  readonly excuse: ScanExcuse | "";
  readonly setExcuse: (excuse: ScanExcuse) => void;
  /** Codes are required and some are missing without a reason. */
  readonly isMissing: boolean;
  /** Part of the outcome. */
  readonly given: { readonly codes?: string[]; readonly notScanned?: ScanExcuse };
}

/** Whether the policy wants the codes of a stop's parcels. */
export const asksCodes = ({ required, preferred }: Pick<CourierStop, "required" | "preferred">): boolean =>
  required.includes("barcode") || preferred.includes("barcode");

/** Ticks of a stop, as far as they were made on this phone. */
export function useStopScan(stop: CourierStop): StopScan {
  const { codes, set } = useTicked(stop.taskId);
  const why = useTicked(`why.${stop.taskId}`);
  const excuse = SCAN_EXCUSES.find((one) => one === why.codes[0]) ?? "";
  const isRequired = stop.required.includes("barcode");
  const lacks = isRequired && unticked(stop, codes).length > 0;
  return {
    codes,
    setCodes: set,
    excuse,
    setExcuse: (given) => why.set([given]),
    isMissing: lacks && excuse === "",
    given: {
      ...(codes.length > 0 && { codes: [...codes] }),
      ...(lacks && excuse !== "" && { notScanned: excuse }),
    },
  };
}
