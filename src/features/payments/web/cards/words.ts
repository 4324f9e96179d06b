import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Cards that the provider keeps for their holders. */
    cards: typeof words;
  }
}
