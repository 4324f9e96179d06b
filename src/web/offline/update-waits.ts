/** Event on the page when a newer version is stored and waits. */
export const UPDATE_WAITS = "waybill:update-waits";

let isWaiting = false;

/** Whether a newer version was found already: the worker may say so before the page is drawn. */
export const updateWaits = (): boolean => isWaiting;

/** Tells this page that a newer version is stored and waits. */
export function tellUpdateWaits(): void {
  isWaiting = true;
  dispatchEvent(new Event(UPDATE_WAITS));
}
