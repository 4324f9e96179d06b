/** Exports of the hub for later rooms and `main`. */
export { hubRoom } from "./room.ts";
export { type ToCollect, keptLonger, noteReminder, toCollectJson } from "./reminders.ts";
export { hubJson, hubOf, saveHub } from "./setting.ts";
