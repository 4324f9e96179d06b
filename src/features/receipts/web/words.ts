import type seller from "./seller/words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** The seller that receipts name. */
    seller: typeof seller;
  }
}
