import type { ServerWords } from "#server/words.ts";
import ar from "./words/ar.json" with { type: "json" };
import de from "./words/de.json" with { type: "json" };
import en from "./words/en.json" with { type: "json" };
import es from "./words/es.json" with { type: "json" };
import fr from "./words/fr.json" with { type: "json" };

export const EVIDENCE_WORDS: ServerWords<typeof en> = { ar, de, en, es, fr };
export type EvidenceWords = typeof en;

/** Names of events, states and reasons, as screens say them: `event.delivered`. */
export type DeliveryWords = ServerWords<Readonly<Record<string, string>>>;
