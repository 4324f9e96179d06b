import type seller from "./seller/words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    seller: typeof seller;
  }
}
