import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    assigning: typeof words;
  }
}
