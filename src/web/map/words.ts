import type words from "./words/en.json";

declare module "../i18n/words.ts" {
  interface WordRooms {
    map: typeof words;
  }
}
