import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Of the phone beside a booking of the demo. */
    "demo-phone": typeof words;
  }
}
