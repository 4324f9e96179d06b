import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "vite";
import type { OfflineFiles } from "../../src/contract/offline-shell.ts";

/**
 * The office's pages of people, money, prices, levels, places, proofs, area, zones, hours, plans, streets, shifts, reports, imports, new orders and
 * edits, its hub, its set-up, its history of a day, its record of an end, its replays of prices, offers and a courier's list of who saw them are useless without the server, the demo's parts without its server. Labels and evidence are
 * made by the server; nothing is installed or read in without a network; a guest's page and its worker are no part of the app.
 */
const LEFT_OUT =
  /tour-bar|tour-slot|qr-code|demo-|money-page|halt-note|money\.[a-z]{2}-|price-list-page|use-price-list|price-list-draft|use-zone-names|replay-(page|search)|replays[.-]|\/levels-page|\/levels\.[a-z]{2}-|capacity|load-(day|page)|use-slots|drafts[.-]|use-versioned-draft|form-chips|beside-list|\/use-order-|\/windows-|policy-page|area-page|zones-page|zones[.-]|slug-|outline-|outline-text-|hours-page|action-dialog|parts-dialog|retry-dialog|run-action|use-versioned-save|use-changed-by|plan-page|plan-result|planning\.[a-z]{2}-|streets-page|streets\.[a-z]{2}-|week-page|shifts-page|vehicles-page|shifts[.-]|report-page|report-csv|bars-chart|behind-page|reports[.-]|saved-views|views\.[a-z]{2}-|stop-time-page|times\.[a-z]{2}-|seller|entry-page|edit-page|trip-page|edits\.[a-z]{2}-|order-entry\.[a-z]{2}-|together-|proofs\.[a-z]{2}-|install-page|install\.[a-z]{2}-|imports?-page|recurring|rule-form|use-rule-facts|\/way-|imports[.-]|rescue\.[a-z]{2}-|seen-page|sightings\.[a-z]{2}-|delivery-evidence|evidence\.[a-z]{2}-|choices\.[a-z]{2}-|find-dialog|find\.[a-z]{2}-|print-labels|labels\.[a-z]{2}-|offers[.-]|offer-(mark|act|dialog|card)|live-read|notice-log|notices\.|notice-switch|notice-settings|settings-page|privacy-page|privacy[.-]|audit[.-]|\/history[.-]|run-sheet|runsheet\.[a-z]{2}-|message-act|leave-dialog|disposal-dialog|late-dialog|file-box|window-price|operations|failed-jobs|settings-card|hub-page|hub-search|following[.-]|reasons-page|reasons\.[a-z]{2}-|hand-over-dialog|hand-out-dialog|hub\.[a-z]{2}-|setup[.-]|setup-page|ready-page|command-to-copy|people-page|invite-dialog|\/price-[\w-]{8}\.|guest-page/;
/** The map's engine and the scanner: as heavy as all else, and only a courier needs them without network. */
const HEAVY = /maplibre|map-canvas|zxing/;
const WORDS = /\.(en|de|fr|es|ar)-\w{8}\.js$/;
/** Rooms whose words a courier's pages show. */
const COURIER_WORDS = /\/(hall|session|courier|courier-phone|custody|deliveries|payments|scan|map)\./;
/** Parts of the build that a courier's pages are made of, and the session's and the shell's. */
const FIRST =
  /^index\.html$|^src\/main\/work-pages|^src\/features\/(courier|courier-phone|custody)\/|^src\/web\/(session|shell|offline|map\/map-view)/;
/** Opened by a press only, or warnings of a phone that still works. The rescue file is among the first: a phone that is full later could not store its code. */
const NOT_FIRST =
  /failure-messages|courier-phone\/web\/(public|storage)|callback-page|start-page|in-hand-page|own-menu/;
/** Files whose names do not change. */
const NAMED = ["index.html", "mark.svg", "waybill.webmanifest"];

/** Notifications are switched on by the browser's push service, and people confirm who they are at their provider: with network. */
const BY_NETWORK = /push-card|push\.[a-z]{2}-|confirm-sign-in|\/confirm\.[a-z]{2}-/;

/** The board is read from the server; so its map and the keys of its parts are of no use without one. */
const OF_BOARD =
  /board-map|choose-lines|\/choose-[\w-]{8}\.|place-dialog|lasso|courier-day|drag-costs|use-page-key|offer-key|run-sheet|message-act|stop-table|runsheet\.[a-z]{2}-|next-key|assign-dialog|assigning\.[a-z]{2}-/;

/** Everything of a build that opens without network, by its manifest, in the order in which a browser stores it. */
export function offlineFiles(out: string): OfflineFiles {
  const manifest: Manifest = JSON.parse(readFileSync(join(out, ".vite", "manifest.json"), "utf8"));
  const assets = readdirSync(join(out, "assets")).filter((file) => !/\.(br|gz)$/.test(file));
  const inUse = new Set(partsInUse(manifest).flatMap((key) => filesOf(manifest, key)));
  const isKept = (file: string) => !isLeftOut(file) && !HEAVY.test(file);
  const keys = Object.keys(manifest).filter((key) => isKept(manifest[key]?.file ?? ""));
  // With all that it imports: without one of its parts a module does not load at all.
  const withParts = (of: readonly string[]) =>
    new Set(of.flatMap((key) => closureOf(manifest, key)).filter((file) => !HEAVY.test(file)));
  const first = withParts(keys.filter((key) => FIRST.test(key) && !NOT_FIRST.test(key)));
  const used = keys.filter((key) => inUse.has(manifest[key]?.file ?? ""));
  const kept = [...new Set([...[...inUse].filter(isKept), ...withParts(used)])].toSorted();
  // Every room has its words in every language (test/words.test.ts).
  const patterns = assets
    .filter((file) => /\.en-\w{8}\.js$/.test(file) && isKept(`assets/${file}`))
    .map((file) => `assets/${file.replace(".en-", ".*-")}`);
  const urls = (files: readonly string[]) => files.map((file) => `/${file}`);
  return {
    named: NAMED.map((file) => ({ url: `/${file}`, revision: hashOf(join(out, file)) })),
    first: urls(kept.filter((file) => first.has(file) && !WORDS.test(file))),
    words: urls(patterns.filter((file) => COURIER_WORDS.test(file))),
    otherWords: urls(patterns.filter((file) => !COURIER_WORDS.test(file))),
    rest: urls(kept.filter((file) => !first.has(file) && !WORDS.test(file))),
    shift: urls(heavyFiles(manifest, assets)),
  };
}

/** The console's map and scanner. The recipient's page has a map of its own, which nobody needs without network. */
function heavyFiles(manifest: Manifest, assets: readonly string[]): string[] {
  const ofMap = closureOf(manifest, "src/web/map/map-canvas.tsx").filter((file) => HEAVY.test(file));
  return [...ofMap, ...assets.filter((file) => file.startsWith("zxing")).map((file) => `assets/${file}`)];
}

const filesOf = (manifest: Manifest, key: string): string[] => {
  const chunk = manifest[key];
  return chunk ? [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])] : [];
};

const isLeftOut = (file: string): boolean => [LEFT_OUT, BY_NETWORK, OF_BOARD].some((out) => out.test(file));

/** Parts to which the app leads without the network: what only those that are left out need is left out with them. */
function partsInUse(manifest: Manifest): string[] {
  const next = (key: string) => [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])];
  return reached("index.html", (key) => next(key).filter((one) => !isLeftOut(manifest[one]?.file ?? "")));
}

/** A part and everything that it brings with it. */
const closureOf = (manifest: Manifest, root: string): string[] =>
  reached(root, (key) => manifest[key]?.imports ?? []).flatMap((key) => filesOf(manifest, key));

function reached(root: string, next: (key: string) => readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    next(key).forEach(visit);
  };
  visit(root);
  return [...seen];
}

const hashOf = (file: string): string =>
  createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
