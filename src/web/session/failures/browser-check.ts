import { missingInBrowser } from "./old-browser.ts";

/** Oldest versions that can show all of Waybill. */
export const BROWSERS: readonly (readonly [name: string, version: string])[] = [
  ["Chrome", "123"],
  ["Edge", "123"],
  ["Firefox", "124"],
  ["Safari", "17.5"],
];

/** Fault that makes signing in impossible on this page, known before the page is left: F31 and F32. */
export function browserFault(): "insecure" | "old-browser" | undefined {
  if (!isSecureContext) return "insecure";
  return missingInBrowser().length === 0 ? undefined : "old-browser";
}

/** The same page at `https://`. */
export const secureUrl = (here: string = location.href): string => here.replace(/^http:/, "https:");
