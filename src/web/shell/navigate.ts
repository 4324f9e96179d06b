import { isShellAddress } from "#contract/offline-shell.ts";

/** What navigation needs of a router; the entry gives it, and pages without a router load the address. */
export interface Navigator {
  push(href: string): void;
  replace(href: string): void;
  preload(href: string): void;
}

let navigator: Navigator | undefined;
export const setNavigator = (next: Navigator): void => {
  navigator = next;
};

/** Whether the path is one of this document's pages; others are loaded. */
const isHere = (href: string): boolean => isShellAddress(new URL(href, location.href).pathname);

/** Goes to a path of ours, without loading the page anew where the page is one of this document's. */
export function go(href: string, { replace = false } = {}): void {
  if (!navigator || !isHere(href)) return replace ? location.replace(href) : location.assign(href);
  if (replace) navigator.replace(href);
  else navigator.push(href);
}

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
  const own = url.origin === location.origin && !url.pathname.startsWith("/docs/") && isHere(url.href);
  if (!own || (url.hash !== "" && url.pathname === location.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
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
