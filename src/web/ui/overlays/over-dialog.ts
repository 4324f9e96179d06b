/** The modal dialog on top. All outside of it is inert, so what opens now belongs into it. */
export const openDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("dialog[open]")].at(-1);

/** Raises a list out of the dialog's box, which would cut it. */
const raise = (place: HTMLElement | null): void => {
  if (place?.isConnected && "showPopover" in place) place.showPopover();
};

/** Props of a list's place in a dialog; none on a page. */
export const placeIn = (dialog: HTMLElement | undefined) =>
  dialog ? ({ popover: "manual", ref: raise, positionMethod: "fixed" } as const) : {};
