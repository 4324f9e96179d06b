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
/** Page that the worker of guests answers with where there is no network, and its content policy. */
export interface GuestFace {
  readonly html: string;
  readonly policy: string;
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

/** Part of the service worker that shows notifications, a file of its own. */
export const PUSH_WORKER = "/push-sw.js";

/** Said to a service worker that waits: take over now. */
export const TAKE_OVER = "waybill:take-over";
/** Said to the service worker in charge: store no more, another one takes over. Browsers wait until it is idle. */
export const HAND_OVER = "waybill:hand-over";

/** A file whose name does not change, with a hash of its content. */
export interface OfflineFile {
  readonly url: string;
  readonly revision: string;
}

/** Everything of a build that opens without network, in the order in which a browser stores it. */
export interface OfflineFiles {
  /** Shell: stored before the worker is installed. */
  readonly named: readonly OfflineFile[];
  /** Addresses of the code of the shell and of a courier's pages, stored with it. */
  readonly first: readonly string[];
  /** Addresses of the words of these with `*` for the language; those of the reader's are stored with them. */
  readonly words: readonly string[];
  /** The same of other pages. */
  readonly otherWords: readonly string[];
  /** Other pages and languages: stored later, on an idle page. */
  readonly rest: readonly string[];
  /** Map and scanner: stored later for those who work as couriers. */
  readonly shift: readonly string[];
}

/** Languages of the words, as the files are named. */
export const WORD_LANGUAGES = ["en", "de", "fr", "es", "ar"] as const;

/** Said to the service worker: store what may come later, `shift` with map and scanner. */
export const KEEP = { rest: "waybill:keep-rest", shift: "waybill:keep-shift" } as const;
/** Cache of everything that is stored after the install. */
export const LATER_CACHE = "waybill-later";
/** Entry of that cache with the reader's language, which a worker cannot know otherwise. */
export const LANGUAGE_ENTRY = "/language";
