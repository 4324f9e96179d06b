/** Exports of notices for `main`. */
export { sendAgain } from "./failed.ts";
export { foreseeNotices } from "./foresee.ts";
export { followPredictions } from "./jobs.ts";
export { remindToCollect } from "./remind.ts";
export { countOldNotices, deleteOldNotices, forgetNotices, noticesTold } from "./forget-notices.ts";
export { noticesRoom } from "./room.ts";
export { switchPageRoutes } from "./switch-page.ts";
export { countNotices } from "./notice-counts.ts";
