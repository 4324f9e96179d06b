import type { FunctionComponent } from "react";
import { loadWords } from "#web/i18n/words.ts";
import type { EvidenceProps } from "./delivery-evidence.tsx";
import "./words.ts";

type Evidence = FunctionComponent<EvidenceProps>;

/** The block of a delivery's page, alone or as a card. Without a network it is not there: the server makes the files. */
export async function loadEvidence({ isCard = false } = {}): Promise<Evidence> {
  try {
    const [parts] = await Promise.all([import("./delivery-evidence.tsx"), loadWords("evidence")]);
    return isCard ? parts.EvidenceCard : parts.DeliveryEvidence;
  } catch {
    return () => null;
  }
}
