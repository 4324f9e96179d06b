import ar from "#features/deliveries/web/words/ar.json" with { type: "json" };
import de from "#features/deliveries/web/words/de.json" with { type: "json" };
import en from "#features/deliveries/web/words/en.json" with { type: "json" };
import es from "#features/deliveries/web/words/es.json" with { type: "json" };
import fr from "#features/deliveries/web/words/fr.json" with { type: "json" };

/** Names of events, states and reasons as screens say them, for papers that say the same. */
export const DELIVERY_WORDS = { ar, de, en, es, fr } as const;
