import type { WordKey } from "../i18n/words.ts";
import type words from "./words/en.json";

declare module "../i18n/words.ts" {
  interface WordRooms {
    session: typeof words;
  }
}

export type SessionWord = WordKey<"session">;
