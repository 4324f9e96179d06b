/** Checks before the first real order, in the order of their weight. */
export const READY_CHECKS = [
  "open",
  "map",
  "price",
  "later",
  "https",
  "proxy",
  "provider",
  "payment",
  "mail",
  "backup",
  "admins",
  "secrets",
  "disk",
  "database",
] as const;
export type ReadyCheck = (typeof READY_CHECKS)[number];

/** Facts of the running program and its database. No secret and no person is among them. */
export interface ReadyFacts {
  readonly publicUrl: string;
  readonly trustsProxy: boolean;
  readonly hasOwnProvider: boolean;
  readonly money: "none" | "pretended" | "tried" | "real";
  readonly hasMailServer: boolean;
  /** A test mail was taken by the server. */
  readonly hasMailed: boolean;
  readonly backsUp: boolean;
  /** Age of the last good backup; null where there is none. */
  readonly backupAgeMs: number | null;
  readonly freeBytes: number;
  /** Variables whose file others on the machine may read. */
  readonly openSecrets: readonly string[];
  readonly isOpen: boolean;
  readonly hasMap: boolean;
  readonly hasOwnPrices: boolean;
  /** The list in force prices another try and the way back. */
  readonly hasLaterPrices: boolean;
  readonly admins: number;
  readonly postgres: number;
}

/** `careful`: it works, and a production would do better. */
export type ReadyState = "good" | "careful" | "bad";

export interface ReadyRow {
  readonly check: ReadyCheck;
  readonly state: ReadyState;
  readonly facts: Readonly<Record<string, string | number>>;
  /** Page of the next act; null where it is a command or nothing is to do. */
  readonly page: string | null;
  /** Command or setting of the next act. */
  readonly command: string | null;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NEED_BYTES = 2e9;
/** PostgreSQL 15 and 14 end their support within the life of an installation; 15 is the oldest that Waybill runs on. */
const GOOD_POSTGRES = 16;
/** One person's lost phone must not lock an organisation out. */
const ENOUGH_ADMINS = 2;

type Judged = Partial<Pick<ReadyRow, "facts" | "page" | "command">> & { readonly state: ReadyState };

const isGood = (good: boolean, otherwise: Judged): Judged => (good ? { state: "good" } : otherwise);
const bad = (next: Omit<Judged, "state">): Judged => ({ state: "bad", ...next });
const careful = (next: Omit<Judged, "state">): Judged => ({ state: "careful", ...next });

const JUDGES: Readonly<Record<ReadyCheck, (facts: ReadyFacts) => Judged>> = {
  open: ({ isOpen }) => isGood(isOpen, bad({ page: "/a/start" })),
  map: ({ hasMap }) => isGood(hasMap, bad({ command: "waybill map import region.osm.pbf" })),
  price: ({ hasOwnPrices }) => isGood(hasOwnPrices, careful({ page: "/a/prices" })),
  later: ({ hasLaterPrices }) => isGood(hasLaterPrices, careful({ page: "/a/prices?add=later" })),
  https: ({ publicUrl }) =>
    isGood(publicUrl.startsWith("https://"), bad({ command: "WAYBILL_PUBLIC_URL=https://waybill.example" })),
  proxy: ({ publicUrl, trustsProxy }) =>
    isGood(
      trustsProxy || !publicUrl.startsWith("https://"),
      careful({ command: "WAYBILL_TRUST_PROXY=127.0.0.1" }),
    ),
  provider: ({ hasOwnProvider }) =>
    isGood(hasOwnProvider, bad({ command: "WAYBILL_OIDC_ISSUER=https://id.example/realms/couriers" })),
  payment: ({ money }) =>
    isGood(
      money === "real" || money === "none",
      bad({
        command:
          money === "pretended"
            ? "WAYBILL_PAYMENT=stripe"
            : "WAYBILL_STRIPE_SECRET_KEY_FILE=/etc/waybill/stripe",
      }),
    ),
  mail: ({ hasMailServer, hasMailed }) =>
    hasMailServer
      ? isGood(hasMailed, careful({}))
      : bad({ command: "WAYBILL_MAIL_URL_FILE=/etc/waybill/mail-url" }),
  backup: ({ backsUp, backupAgeMs }) =>
    backupAgeMs !== null && backupAgeMs < DAY_MS
      ? { state: "good", facts: { hours: Math.max(0, Math.round(backupAgeMs / HOUR_MS)) } }
      : bad({ command: backsUp ? "waybill doctor" : "WAYBILL_BACKUP_TO=/mnt/backup/waybill" }),
  admins: ({ admins }) => ({
    ...isGood(admins >= ENOUGH_ADMINS, careful({ page: "/a/people" })),
    facts: { n: admins },
  }),
  secrets: ({ openSecrets }) =>
    isGood(openSecrets.length === 0, {
      ...bad({ command: "chmod 600 FILE" }),
      facts: { names: openSecrets.join(", ") },
    }),
  disk: ({ freeBytes }) => ({
    ...isGood(freeBytes >= NEED_BYTES, careful({ command: "df -h" })),
    facts: { gb: Math.floor(freeBytes / 1e8) / 10 },
  }),
  database: ({ postgres }) => ({
    ...isGood(postgres >= GOOD_POSTGRES, careful({ command: "waybill export DIR" })),
    facts: { version: postgres },
  }),
};

/** Judges every check by the facts; each names its next act. */
export const readyRows = (facts: ReadyFacts): ReadyRow[] =>
  READY_CHECKS.map((check) => {
    const { state, facts: said = {}, page = null, command = null } = JUDGES[check](facts);
    return { check, state, facts: said, page, command };
  });
