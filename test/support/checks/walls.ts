import path from "node:path";

/** The rooms in reading order. A room leans only on earlier ones. Adding a room adds its name here. */
export const ROOMS = [
  "accounts",
  "places",
  "views",
  "zones",
  "quotes",
  "proofs",
  "parcels",
  "reasons",
  "deliveries",
  "slots",
  "prices",
  "delivery-pages",
  "labels",
  "payments",
  "receipts",
  "debts",
  "checkout",
  "books",
  "shifts",
  "streets",
  "times",
  "lateness",
  "exceptions",
  "dispatch",
  "charges",
  "board-map",
  "ribbon",
  "runsheet",
  "courier",
  "custody",
  "evidence",
  "messages",
  "desk-handover",
  "courier-phone",
  "rescue",
  "sightings",
  "hub",
  "tracking",
  "push",
  "notices",
  "choices",
  "sender",
  "order-entry",
  "imports",
  "recurring",
  "edits",
  "consequences",
  "planning",
  "assigning",
  "offers",
  "history",
  "find",
  "reports",
  "replays",
  "setup",
  "privacy",
  "operations",
  "audit",
] as const;

/** The four drawers of a room. */
const DRAWERS = ["domain", "contract", "server", "web"] as const;
type Drawer = (typeof DRAWERS)[number];

export interface SourceFile {
  /** From the root, with slashes: `src/features/quotes/domain/price.ts`. */
  readonly path: string;
  readonly text: string;
}

interface Place {
  readonly zone: "kernel" | "contract" | "server" | "web" | "engines" | "main" | Drawer;
  /** A room, or an engine. */
  readonly room?: string;
}

/** Which zones a zone may lean on, besides itself. Arrows point down only. */
const LEANS: Readonly<Record<Place["zone"], readonly Place["zone"][]>> = {
  kernel: [],
  contract: ["kernel"],
  domain: ["kernel"],
  server: ["contract", "kernel", "domain"],
  web: ["contract", "kernel", "domain"],
  engines: ["server", "contract", "kernel"],
  main: ["engines", "server", "web", "contract", "kernel", "domain"],
};

/** Packages that a zone may name; `undefined` is any. */
const PACKAGES: Readonly<Partial<Record<Place["zone"], readonly string[]>>> = {
  kernel: [],
  domain: [],
  contract: ["zod/mini"],
};

/** Engines that are named in one folder only. */
const HOMES: Readonly<Record<string, string>> = {
  fastify: "src/server/http/",
  "@fastify/static": "src/server/http/",
  "@fastify/rate-limit": "src/server/http/",
  "graphile-worker": "src/server/jobs/",
  "oidc-provider": "src/engines/demo-identity/",
  oauth4webapi: "src/web/session/",
  "maplibre-gl": "src/web/map/",
  "@base-ui/react": "src/web/ui/",
  stripe: "src/engines/stripe/",
  pdfkit: "src/server/pdf/",
  "bidi-js": "src/server/pdf/",
  "bwip-js": "src/server/pdf/",
  nodemailer: "src/server/mail/",
  "@stripe": "src/features/checkout/web/",
  "csv-parse": "src/features/imports/server/",
  hucre: "src/features/imports/server/",
  "web-push": "src/features/push/server/",
  "@visx": "src/features/reports/web/",
};

const IMPURE: readonly [RegExp, string][] = [
  [/\bDate\.now\(/, "Date.now()"],
  [/\bnew Date\(\s*\)/, "new Date()"],
  [/\bMath\.random\(/, "Math.random()"],
];

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

function placeOf(file: string): Place | undefined {
  const [src, top, room, drawer] = file.split("/");
  if (src !== "src") return undefined;
  if (top === "features") {
    const known = DRAWERS.find((name) => name === drawer);
    return room && known ? { zone: known, room } : undefined;
  }
  if (top === "engines") return room && drawer ? { zone: "engines", room } : undefined;
  const zone = (["kernel", "contract", "server", "web", "main"] as const).find((name) => name === top);
  return zone && { zone };
}

interface Import {
  /** Our own files as a path from the root, packages by their name. */
  readonly target: string;
  readonly ours: boolean;
  /** Fetched by a call while the program runs. */
  readonly isLate: boolean;
}

/** Every import of a file, types included. */
export function importsOf(file: SourceFile): Import[] {
  const found = file.text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)\s*import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"/g,
  );
  return [...found].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? "";
    const isLate = match[3] !== undefined;
    if (name.startsWith("."))
      return { target: path.posix.join(path.posix.dirname(file.path), name), ours: true, isLate };
    if (name.startsWith("#test/")) return { target: name.slice(1), ours: true, isLate };
    if (name.startsWith("#")) return { target: `src/${name.slice(1)}`, ours: true, isLate };
    return { target: name, ours: false, isLate };
  });
}

/** Every wall that these files break, each as a sentence. Tests may reach anything. */
export function brokenWalls(files: readonly SourceFile[]): string[] {
  return files.filter((file) => !isTest(file.path)).flatMap((file) => faultsOf(file));
}

function faultsOf(file: SourceFile): string[] {
  const place = placeOf(file.path);
  if (!place)
    return [
      `${file.path}: stands in no zone; it belongs in kernel, contract, server, web, main or a room's drawer`,
    ];
  if (place.zone !== "engines" && place.room && !ROOMS.some((room) => room === place.room))
    return [`${file.path}: ${place.room} is not in the list of rooms`];
  const own =
    place.zone === "kernel" || place.zone === "domain"
      ? IMPURE.filter(([pattern]) => pattern.test(file.text))
      : [];
  return [
    ...own.map(([, name]) => `${file.path}: a rule asks for ${name}; clock and dice are passed in`),
    ...importsOf(file).flatMap(({ target, ours }) =>
      ours ? wallFault(file.path, place, target) : packageFault(file.path, place, target),
    ),
  ];
}

function packageFault(file: string, place: Place, name: string): string[] {
  if (name.startsWith("virtual:")) return [];
  const allowed = PACKAGES[place.zone];
  if (allowed && !allowed.includes(name)) return [`${file}: ${place.zone} may not use the package ${name}`];
  const bare = name.startsWith("node:")
    ? name
    : name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/");
  const home = homeOf(bare);
  if (home && place.zone !== "main" && !file.startsWith(home))
    return [`${file}: ${bare} is named only in ${home}`];
  if (place.zone === "web" && (bare.startsWith("node:") || bare === "pg"))
    return [`${file}: the browser has no ${bare}`];
  return [];
}

/** A package's own home, or the one of its whole scope. */
const homeOf = (bare: string): string | undefined => HOMES[bare] ?? HOMES[bare.split("/")[0] ?? ""];

function wallFault(file: string, from: Place, target: string): string[] {
  if (target.startsWith("test/")) return [`${file}: the product leans on a test`];
  const to = placeOf(target);
  if (!to) return [`${file}: ${target} stands in no zone`];
  if (from.zone === "main") return [];
  if (to.zone === "main") return [`${file}: ${from.zone} reaches up into main`];
  if (!mayLean(from, to)) return [`${file}: ${from.zone} may not lean on ${to.zone}`];
  if (from.zone === "engines") return engineFault(file, from, to, target);
  if (!to.room || to.room === from.room) return [];
  return from.room
    ? roomFault(file, from.room, to, target)
    : [`${file}: ${from.zone} knows no room, but names ${to.room}`];
}

/** A room's contract may also use the rules and the contracts of rooms. */
function mayLean(from: Place, to: Place): boolean {
  const isRoomContract = from.zone === "contract" && from.room !== undefined;
  return (
    to.zone === from.zone || LEANS[from.zone].includes(to.zone) || (isRoomContract && to.zone === "domain")
  );
}

/** An engine knows of the rooms only the ports that they show at their doors, and no other engine. */
function engineFault(file: string, from: Place, to: Place, target: string): string[] {
  if (!to.room || (to.zone === from.zone && to.room === from.room)) return [];
  if (to.zone === "engines") return [`${file}: ${from.room} knows no other engine, but names ${to.room}`];
  return target.endsWith("/server/public.ts") ? [] : [`${file}: an engine enters ${to.room} past its door`];
}

function roomFault(file: string, room: string, to: Place, target: string): string[] {
  const order = (name: string | undefined): number => ROOMS.findIndex((known) => known === name);
  if (order(to.room) > order(room)) return [`${file}: ${room} comes before ${to.room}`];
  const isDoor = /\/public(-parts)?\.tsx?$/.test(target);
  if ((to.zone === "server" || to.zone === "web") && !isDoor)
    return [`${file}: enters ${to.room} past its door; use ${to.room}'s public.ts`];
  return [];
}
