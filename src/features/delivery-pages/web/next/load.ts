import { loadWords } from "#web/i18n/words.ts";

const loadNext = async () => {
  const [next] = await Promise.all([import("./next-key.tsx"), loadWords("delivery-pages", "parcels")]);
  return next;
};

/** Hears `R` on the board. */
export const loadNextKey = () => loadNext().then(({ NextKey }) => NextKey);

/** Stands in the bar of what is chosen on the board. */
export const loadNextAct = () => loadNext().then(({ NextAct }) => NextAct);
