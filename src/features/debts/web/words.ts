import type owed from "./owed/words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    owed: typeof owed;
  }
}
