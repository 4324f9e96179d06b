import type words from "./words/en.json";

declare module "../i18n/words.ts" {
  interface WordRooms {
    /** Confirming at the provider who one is, before what needs a recent sign-in. */
    confirm: typeof words;
  }
}
