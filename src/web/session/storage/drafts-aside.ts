import { draftsBelongTo, draftsText, forgetDraftsOf } from "../../forms/draft.ts";

let aside = "";

/** Unsent input of the person before, as text to copy; in this page's memory only. */
export const draftsAside = (): string | undefined => (aside === "" ? undefined : aside);

export const dropDraftsAside = (): void => {
  aside = "";
};

/** Another person took over this browser: forms read the new person's drafts, the first one's can still be copied. */
export function setDraftsAside(before: string, after: string): void {
  aside = draftsText();
  forgetDraftsOf(before);
  draftsBelongTo(after);
}
