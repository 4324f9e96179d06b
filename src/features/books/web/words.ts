import type money from "./money/words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Words of the office, kept from the pages where people pay. */
    money: typeof money;
  }
}
