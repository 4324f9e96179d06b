import type dues from "./dues/words/en.json";
import type owed from "./owed/words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    owed: typeof owed;
    /** Orders that are paid without a card. */
    dues: typeof dues;
  }
}
