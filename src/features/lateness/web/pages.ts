import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    lateness: typeof words;
  }
}
