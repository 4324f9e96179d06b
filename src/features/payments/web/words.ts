import type dues from "./dues/words/en.json";
import type money from "./money/words/en.json";
import type seller from "./seller/words/en.json";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    payments: typeof words;
    /** The office's, kept from the pages where people pay. */
    money: typeof money;
    /** What is paid without a card. */
    dues: typeof dues;
    /** Who receipts say sells. */
    seller: typeof seller;
  }
}
