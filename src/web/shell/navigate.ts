import { hasOwnDocument, isShellAddress } from "#contract/offline-shell.ts";

/** The part of a router that navigation uses; the entry sets it, and pages without a router load the address. */
export interface Navigator {
  push(href: string): void;
  replace(href: string): void;
  preload(href: string): void;
}

let navigator: Navigator | undefined;
export const setNavigator = (next: Navigator): void => {
  navigator = next;
};

/**
 * Goes to a path of ours, without loading the page anew unless it has a document of its own. What is no page at all is
 * said so by this document: a wish to come back somewhere may be any text.
 */
export function go(href: string, { replace = false } = {}): void {
  if (!navigator || hasOwnDocument(pathOf(href)))
    return replace ? location.replace(href) : location.assign(href);
  if (replace) navigator.replace(href);
  else navigator.push(href);
}

const pathOf = (href: string): string => new URL(href, location.href).pathname;

const plainPress = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !event.defaultPrevented &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey;

/** The path of ours that a press on this link leads to, if it is one. */
function ownPath(event: Event): string | undefined {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.hasAttribute("download"))
    return undefined;
  const url = new URL(link.href);
  const own = url.origin === location.origin && isShellAddress(url.pathname);
  const path = url.pathname + url.search;
  if (!own || (url.hash !== "" && path === location.pathname + location.search)) return undefined;
  return path + url.hash;
}

/** Makes plain links navigate in place, and fetches what they lead to when somebody comes near. */
export function followLinks(): void {
  document.addEventListener("click", (event) => {
    const path = plainPress(event) ? ownPath(event) : undefined;
    if (path === undefined) return;
    event.preventDefault();
    go(path);
  });
  const near = (event: Event) => {
    const path = ownPath(event);
    if (path !== undefined) navigator?.preload(path);
  };
  document.addEventListener("pointerover", near, { passive: true });
  document.addEventListener("focusin", near);
}
