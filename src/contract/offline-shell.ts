/** Files, and what answers calls: never pages. */
const NO_PAGE = /^\/(api|assets|map|sandbox-bank|webhooks)\/|\.[a-z0-9]+$/i;
const OWN_DOCUMENT = /^\/(t|book\/pay|docs)\//;
/** Path prefix of the docs. */
export const DOCS = "/docs/";
/** Address of the API's description that the docs' worker answers. */
export const DOCS_OPENAPI = `${DOCS}openapi.json`;
/**
 * The docs' pages and all that they show, with a hash of it; a browser that opened one of them reads all without
 * network.
 */
export interface DocsFiles {
  readonly hash: string;
  readonly addresses: readonly string[];
}
/** Words between machines. */
const MACHINES = /^\/(livez|readyz|metrics|auth\/backchannel-logout)$/;

/** Whether a path is a person's address, to be answered with a page. */
export const isPageAddress = (path: string): boolean => !NO_PAGE.test(path);

/** Whether a page has a document of its own, which has to be loaded. */
export const hasOwnDocument = (path: string): boolean => OWN_DOCUMENT.test(path);

/** Whether the console's shell is the page at that path: what the service worker answers without network. */
export const isShellAddress = (path: string): boolean =>
  isPageAddress(path) && !hasOwnDocument(path) && !MACHINES.test(path);

/** Said to a service worker that waits: take over now. */
export const TAKE_OVER = "waybill:take-over";
