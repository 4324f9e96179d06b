import type owed from "./owed/words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Amounts owed beside a hold, and orders that are paid without a card. */
    owed: typeof owed;
  }
}
