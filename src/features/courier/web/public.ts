/** Exports of this room's screens for later rooms. */
export { ContactLinks } from "./contact-links.tsx";
export { DayMissing } from "./day-missing.tsx";
export { isAhead, isCorrectable, isDoneAtOnce, nextStop, refreshDay, useDay } from "./day-query.ts";
export { phone, phoneView, usePhone, zoneOf } from "./phone-view.ts";
export type { OwnedWork, PhoneView } from "./phone-view.ts";
export { NeedsBanner, NeedsLine, useNeedNames } from "./needs-note.tsx";
export { ParcelTicks } from "./scan/parcel-ticks.tsx";
export { useStopScan } from "./scan/use-stop-scan.ts";
export { verdictOf } from "./scan/verdict-of.ts";
export { StatusLine } from "./status-line.tsx";
export { StopDetail, StopPage } from "./stop-page.tsx";
export { draftOf, usePhoneDraft } from "./use-phone-draft.ts";
export { entryOf, useRecord } from "./use-record.ts";
