/** Door of tracking for `main` and the demo. */
export { saveCarrierPhone } from "./carrier-phone.ts";
export { keepLinks, linkBy, makeLink, newLink } from "./links.ts";
export { openTrackDrawing } from "./page/drawing.ts";
export { mustBeOurForm, trackFormRoute } from "./page/form.ts";
export { failureOf, pageReply, trackPageRoute } from "./page/page.ts";
export type { FormAct, TrackPageParts } from "./page/page.ts";
export { trackingRoom } from "./room.ts";
