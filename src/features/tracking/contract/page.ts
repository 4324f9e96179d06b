import type { Locale } from "#kernel/locale.ts";
import type { TrackingView } from "./api.ts";

/** State of the page as the server found it. */
export type PageState =
  | { readonly at: "shown"; readonly view: TrackingView }
  | { readonly at: "unknown" }
  | {
      readonly at: "failed";
      readonly code: string;
      readonly status: number;
      readonly instance: string;
      readonly facts: Readonly<Record<string, string | number>>;
    };

/** Everything that the page is drawn from. Its JSON stands in the document, for the script to begin with the same. */
export interface PageGiven {
  readonly state: PageState;
  readonly locale: Locale;
  /** Languages on offer. */
  readonly locales: readonly Locale[];
  readonly isDemo: boolean;
}

/** The same with the numbers and times as the server wrote them: browsers differ in commas and spaces. */
export interface PageData extends PageGiven {
  readonly said: Readonly<Record<string, string>>;
}

export interface DrawnPage {
  readonly html: string;
  readonly title: string;
  readonly dir: "ltr" | "rtl";
  readonly data: PageData;
}

export type DrawPage = (given: PageGiven) => DrawnPage;

/** Id of the element that holds the page's JSON. */
export const PAGE_DATA_ID = "page-data";
