import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Lists that are changed at leisure and saved as a whole. */
    drafts: typeof words;
  }
}
