import ar from "#features/imports/web/words/ar.json" with { type: "json" };
import de from "#features/imports/web/words/de.json" with { type: "json" };
import en from "#features/imports/web/words/en.json" with { type: "json" };
import es from "#features/imports/web/words/es.json" with { type: "json" };
import fr from "#features/imports/web/words/fr.json" with { type: "json" };

/** Names of fields and faults as screens say them, for tables that say the same. */
export const IMPORT_WORDS = { ar, de, en, es, fr } as const;
