import type { Translate } from "#web/i18n/words.ts";
import type { Verdict } from "#web/scan/scanner.tsx";
import type { CourierStop } from "../../contract/api.ts";
import type { ScanResult } from "#features/parcels/domain/scan.ts";

/** The sentence about a code, for the scanner. */
export function verdictOf(result: ScanResult<CourierStop>, t: Translate<"courier">): Verdict {
  switch (result.kind) {
    case "ticked":
      return { kind: "good", text: t("scan.ticked", { code: result.code }) };
    case "again":
      return { kind: "again", text: t("scan.again", { code: result.code }) };
    case "other-stop":
      return {
        kind: "wrong",
        text: t("scan.other-stop", { code: result.code, address: result.stop.address.label }),
      };
    case "foreign":
      return { kind: "wrong", text: t("scan.foreign", { code: result.code }) };
    case "no-code":
      return { kind: "wrong", text: t("scan.no-code") };
  }
}
