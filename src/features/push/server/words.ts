import type { ServerWords } from "#server/words.ts";
import ar from "./words/ar.json" with { type: "json" };
import de from "./words/de.json" with { type: "json" };
import en from "./words/en.json" with { type: "json" };
import es from "./words/es.json" with { type: "json" };
import fr from "./words/fr.json" with { type: "json" };

/** Words of couriers' pushes. */
export const PUSH_WORDS: ServerWords<typeof en> = { ar, de, en, es, fr };
