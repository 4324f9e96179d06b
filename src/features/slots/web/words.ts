import type capacityWords from "./capacity/words/en.json";
import type words from "./words/en.json";

declare module "#web/i18n/words.ts" {
  interface WordRooms {
    /** Refusals that senders and recipients meet, too. */
    slots: typeof words;
    /** Of the page on which an organisation sets its places. */
    capacity: typeof capacityWords;
  }
}
