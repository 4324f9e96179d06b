/** Event on the page when a part of its code or words did not come: a newer version may have replaced the files. */
export const CODE_MISSING = "waybill:code-missing";

export function reportMissingCode(): void {
  dispatchEvent(new Event(CODE_MISSING));
}
