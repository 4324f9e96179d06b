// Weighs what a first view loads and fails when it is over its budget: node tools/bytes.mjs [folder of the build]
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const out = process.argv[2] ?? "dist";
const read = (name) => JSON.parse(readFileSync(join(out, ".vite", name), "utf8"));
/** The tracking page is built by itself (tools/build/track-page-plugin.ts). */
const MANIFESTS = { console: read("manifest.json"), track: read("manifest-track.json") };
let manifest = MANIFESTS.console;
const kB = (bytes) => (bytes / 1000).toFixed(1);
const wordsOf = (...rooms) => rooms.map((room) => `virtual:words/${room}/en`);

/** First views: what the page names by itself, and what its route fetches before anything can be seen. Budgets in kB, gzip -9. */
const VIEWS = [
  { name: "/", of: ["index.html", "src/web/home/home.tsx", ...wordsOf("hall", "home")], js: 112, css: 8 },
  {
    name: "/book",
    of: ["index.html", "src/features/sender/web/book/book.tsx", ...wordsOf("hall", "sender")],
    js: 100,
    css: 8,
  },
  {
    name: "/book/pay/:orderId",
    of: [
      "pay.html",
      "src/features/sender/web/public.ts",
      "src/features/checkout/web/pay-panel.tsx",
      ...wordsOf("hall", "sender", "pay", "payments"),
    ],
    js: 149,
    css: 10,
  },
  {
    name: "/c",
    of: [
      "index.html",
      "src/main/work-pages.ts",
      "src/features/courier/web/day.tsx",
      ...wordsOf("hall", "courier"),
    ],
    js: 110,
    css: 10,
  },
  {
    name: "/t/:token",
    of: ["track.html", "src/main/track/hydrate.tsx", ...wordsOf("hall", "tracking")],
    js: 105,
    css: 10,
    from: "track",
  },
];
/** Heavy parts that load only where they are used. */
const NEVER =
  /maplibre|map-canvas|zxing|signature|sandbox|payment-form|oauth|oidc-protocol|menu-open|combobox-open/;

/** Everything that a module brings with it, without what it only may import later. */
function closureOf(keys) {
  const seen = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  keys.forEach(visit);
  return [...seen].map((key) => manifest[key]);
}

const size = (file) => gzipSync(readFileSync(join(out, file)), { level: 9 }).length;
const sum = (files) => [...new Set(files)].reduce((total, file) => total + size(file), 0);

let over = 0;
for (const view of VIEWS) {
  manifest = MANIFESTS[view.from ?? "console"];
  const missing = view.of.filter((key) => !manifest[key] && !key.startsWith("virtual:"));
  if (missing.length > 0) {
    console.log(`${view.name}: not built (${missing.join(", ")})`);
    over += 1;
    continue;
  }
  const chunks = closureOf(view.of);
  const scripts = chunks.map((chunk) => chunk.file).filter((file) => file.endsWith("js"));
  const js = sum(scripts);
  const css = sum(chunks.flatMap((chunk) => chunk.css ?? []));
  const heavy = chunks.map((chunk) => chunk.file).filter((file) => NEVER.test(file));
  const bad = js > view.js * 1000 || css > view.css * 1000 || heavy.length > 0;
  if (bad) over += 1;
  console.log(
    `${bad ? "OVER" : "ok  "} ${view.name}: JS ${kB(js)} of ${view.js} kB in ${scripts.length} files, CSS ${kB(css)} of ${view.css} kB${heavy.length > 0 ? `, must not be here: ${heavy.join(", ")}` : ""}`,
  );
  if (bad || process.argv.includes("--list")) {
    for (const file of [...new Set(scripts)].toSorted((a, b) => size(b) - size(a)).slice(0, 14))
      console.log(`       ${kB(size(file)).padStart(6)}  ${file}`);
  }
}

/** Document of the tracking page with its style sheet, before anything of a delivery, in kB, gzip -9; the server draws some 4 kB into it. */
const DOCUMENT_KB = 14;
const page = size("track.html");
if (page > DOCUMENT_KB * 1000) over += 1;
console.log(
  `${page > DOCUMENT_KB * 1000 ? "OVER" : "ok  "} /t/:token, document: ${kB(page)} of ${DOCUMENT_KB} kB`,
);

/** Code that keeps and sends a courier's work, beyond what the page has; its parts are fetched after the first paint. In kB, gzip -9. */
const OUTBOX_KB = 8;
manifest = MANIFESTS.console;
const day = new Set(
  closureOf(["index.html", "src/main/work-pages.ts", "src/features/courier/web/day.tsx"]).map(
    ({ file }) => file,
  ),
);
const outbox = sum(
  closureOf(["src/features/courier/web/phone/phone.ts"])
    .map(({ file }) => file)
    .filter((file) => !day.has(file)),
);
if (outbox > OUTBOX_KB * 1000) over += 1;
console.log(`${outbox > OUTBOX_KB * 1000 ? "OVER" : "ok  "} outbox: ${kB(outbox)} of ${OUTBOX_KB} kB`);

/**
 * Bytes that the service worker stores to open the app without network, in kB, gzip -9: with its install, in the reader's
 * language; later on an idle page; later for a courier besides.
 */
const OFFLINE = { first: 352, rest: 529, shift: 900, worker: 11.1 };
const offline = read("manifest-offline.json");
const fileOf = (url) => url.slice(1);
const LANGUAGES = ["en", "de", "es", "fr", "ar"];
const inLanguage = (patterns, language) => patterns.map((url) => fileOf(url.replace("*", language)));
const languages = LANGUAGES.map((language) => sum(inLanguage(offline.words, language)));
const words = [...offline.words, ...offline.otherWords];
const stored = {
  worker: size("sw.js"),
  first:
    sum([...offline.named.map(({ url }) => fileOf(url)), ...offline.first.map(fileOf)]) +
    size("sw.js") +
    Math.max(...languages),
  rest: sum([...LANGUAGES.flatMap((language) => inLanguage(words, language)), ...offline.rest.map(fileOf)]),
  shift: sum(offline.shift.map(fileOf)),
};
for (const [part, bytes] of Object.entries(stored)) {
  const bad = bytes > OFFLINE[part] * 1000;
  if (bad) over += 1;
  console.log(`${bad ? "OVER" : "ok  "} offline, ${part}: ${kB(bytes)} of ${OFFLINE[part]} kB`);
}

/** The worker of a recipient's and a guest's pages, fetched on an idle page; it stores nothing. In kB, gzip -9. */
const GUEST_KB = 3.5;
const guest = size("guest.js");
if (guest > GUEST_KB * 1000) over += 1;
console.log(
  `${guest > GUEST_KB * 1000 ? "OVER" : "ok  "} guests without network: ${kB(guest)} of ${GUEST_KB} kB`,
);

/** The worker's part that shows notifications, fetched with it. In kB, gzip -9. */
const PUSH_KB = 1.2;
const push = size("push-sw.js");
if (push > PUSH_KB * 1000) over += 1;
console.log(`${push > PUSH_KB * 1000 ? "OVER" : "ok  "} notifications: ${kB(push)} of ${PUSH_KB} kB`);

/** Bytes that the docs' own worker stores once somebody read a page of them, in kB, gzip -9. */
const DOCS_KB = 202;
const docs = sum(
  read("manifest-docs.json").addresses.map(
    (address) => `${address.slice(1)}${address.endsWith("/") ? "index.html" : ""}`,
  ),
);
if (docs > DOCS_KB * 1000) over += 1;
console.log(`${docs > DOCS_KB * 1000 ? "OVER" : "ok  "} docs without network: ${kB(docs)} of ${DOCS_KB} kB`);
process.exit(over > 0 ? 1 : 0);
