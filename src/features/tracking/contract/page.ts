import type { FieldFault } from "#contract/problem.ts";
import type { Way } from "#contract/ways.ts";
import type { Locale } from "#kernel/locale.ts";
import type { TrackingView } from "./api.ts";

/** A form that was sent without a script and refused: what was typed, and why it was not done. */
export interface PostedForm {
  /** Name of the act. */
  readonly act: string;
  readonly values: Readonly<Record<string, string>>;
  readonly code: string;
  readonly status: number;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldFault[];
  readonly way: Way | undefined;
}

/** Forms of the page, and what they showed. They work without a script. */
export interface PageForms {
  /** Makes of a form that is sent twice one act. */
  readonly key: string;
  /** Facts of the cards of later rooms. */
  readonly slot: unknown;
  /** Pictures of the proof, for a reader who knew the answer. */
  readonly pictures: readonly { readonly id: string; readonly kind: "photo" | "signature" }[];
  readonly posted: PostedForm | null;
  /** Act that was just done. */
  readonly done: string | null;
}

/** State of the page as the server found it. */
export type PageState =
  | { readonly at: "shown"; readonly view: TrackingView; readonly forms: PageForms }
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

/** A page of its own that needs no script. */
export interface PlainPage {
  readonly html: string;
  readonly title: string;
  readonly description: string;
  readonly dir: "ltr" | "rtl";
}

export interface DrawnPage extends PlainPage {
  readonly data: PageData;
}

export type DrawPage = (given: PageGiven) => DrawnPage;
export type DrawPlainPage<Given> = (given: Given) => PlainPage;

/** Id of the element that holds the page's JSON. */
export const PAGE_DATA_ID = "page-data";

/** Names in the page's own address: a picture to show, and the act that was just done. */
export const PAGE_PICTURE = "picture";
export const PAGE_DONE = "done";

/** Act that opens the pictures of the proof; its form has the field `answer`. */
export const OPEN_PICTURES = "pictures";
