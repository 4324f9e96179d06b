/** Event on the page when a newer version is stored and waits. */
export const UPDATE_WAITS = "waybill:update-waits";
