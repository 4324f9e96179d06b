import { isCurrency } from "#kernel/currency.ts";
import { LOCALES } from "#kernel/locale.ts";
import { isZone } from "#kernel/local-time.ts";
import { type Kind, choice, decimal, list, text, webAddress, whole, yesNo } from "#server/config/kinds.ts";
import { BACKUP_SETTINGS } from "#server/config/backup-settings.ts";
import { IDENTITY_SETTINGS } from "#server/config/identity-settings.ts";
import { MAIL_SETTINGS } from "#server/config/mail-settings.ts";
import { PUSH_SETTINGS } from "#server/config/push-settings.ts";
import { SMS_SETTINGS } from "#server/config/sms-settings.ts";
import { PAYMENT_SETTINGS } from "./payment-settings.ts";
import { type Setting, optional, required } from "#server/config/setting.ts";

const currency: Kind<string> = {
  says: "an ISO 4217 currency code such as EUR",
  parse: (given) => (isCurrency(given) ? given : undefined),
  show: (value) => value,
};
const zone: Kind<string> = {
  says: "a time zone such as Europe/Berlin",
  parse: (given) => (isZone(given) ? given : undefined),
  show: (value) => value,
};

/** Every setting of Waybill, in the order people read about them. Nothing else may be set. */
export const SETTINGS = {
  // Place
  host: required({
    kind: text("a host name or address", /^[A-Za-z0-9.:-]{1,253}$/),
    default: "localhost",
    about: "Address to listen on. Other than loopback needs an identity provider of your own.",
    example: "0.0.0.0",
  }),
  port: required({
    kind: whole(1, 65_535),
    default: 8080,
    about: "Port of the app and its API. When taken, the next free one is used and its holder named.",
    example: "9090",
  }),
  providerPort: optional({
    kind: whole(1, 65_535),
    about: "Port of the embedded identity provider. Otherwise one above `port`.",
    example: "9091",
  }),
  metricsPort: optional({
    kind: whole(1, 65_535),
    about: "Port of `/metrics`. Otherwise two above `port`.",
    example: "9464",
  }),
  publicUrl: optional({
    kind: webAddress,
    about: "Address people open, as seen outside a proxy. Otherwise http://localhost and `port`.",
    example: "https://waybill.example",
  }),
  trustProxy: required({
    kind: list(text("an address or network such as 10.0.0.0/8", /^[0-9a-fA-F.:/]+$/)),
    default: [],
    about: "Proxies whose X-Forwarded-For is believed. None: the connecting address counts.",
    example: "127.0.0.1,10.0.0.0/8",
  }),
  data: required({
    kind: text("a folder"),
    default: "./data",
    about: "Folder of everything Waybill keeps: embedded database, proofs, map.",
    example: "/var/lib/waybill",
  }),
  databaseUrl: optional({
    kind: text("an address such as postgresql://user:password@host/waybill", /^postgres(ql)?:\/\/\S+$/),
    secret: true,
    about: "PostgreSQL 15 or newer of your own instead of the embedded one. `DATABASE_URL` says the same.",
    example: "postgresql://waybill:secret@db.example/waybill",
  }),
  databaseConnections: required({
    kind: whole(2, 200),
    default: 10,
    about: "Most connections to the database from this process.",
    example: "20",
  }),
  metricsHost: required({
    kind: text("a host name or address", /^[A-Za-z0-9.:-]{1,253}$/),
    default: "localhost",
    about: "Address that `/metrics` listens on. It needs no sign-in: keep it inside.",
    example: "10.0.0.5",
  }),
  tracesTo: optional({
    kind: webAddress,
    about:
      "Address of an OpenTelemetry collector that takes OTLP over HTTP. Otherwise no traces are made. `OTEL_EXPORTER_OTLP_HEADERS` names the headers that it wants.",
    example: "http://127.0.0.1:4318",
  }),
  traceShare: required({
    kind: decimal(0, 1),
    default: 1,
    about: "Share of calls and jobs that are traced.",
    example: "0.1",
  }),
  diskReserve: required({
    kind: whole(1, 1_000_000),
    default: 200,
    about:
      "Megabytes of the data folder's disk that stay free: below, nothing new is taken and reading goes on.",
    example: "1000",
  }),
  logFile: optional({
    kind: text("a file, or - for standard output"),
    about:
      "Where JSON log lines go, `-` is standard output. Otherwise waybill.log in the data folder, or standard output with NODE_ENV=production.",
    example: "-",
  }),
  logLevel: required({
    kind: choice(["trace", "debug", "info", "warn", "error"]),
    default: "info",
    about: "Least severe log line that is written.",
    example: "warn",
  }),
  // Backups
  ...BACKUP_SETTINGS,
  // The organisation
  orgName: required({
    kind: text("a name of at most 120 characters", /^.{1,120}$/u),
    default: "Waybill Demo",
    browser: true,
    about: "Name of the courier organisation, shown to everybody.",
    example: "Radkurier Nord",
  }),
  currency: required({
    kind: currency,
    default: "EUR",
    browser: true,
    about: "Currency of prices. Set it before the first order.",
    example: "CHF",
  }),
  timeZone: required({
    kind: zone,
    default: "Europe/Berlin",
    browser: true,
    about: "Time zone of opening hours and windows.",
    example: "Europe/Zurich",
  }),
  country: optional({
    kind: text("two capital letters of ISO 3166", /^[A-Z]{2}$/),
    browser: true,
    about:
      "Country whose phone numbers people may type without its calling code. Otherwise that of the time zone.",
    example: "CH",
  }),
  locales: required({
    kind: list(choice(LOCALES)),
    default: LOCALES,
    browser: true,
    about:
      "Languages on offer; the first is used when the browser asks for none of them. `en` writes American dates, `en-GB` British ones.",
    example: "de,fr",
  }),
  // Demo
  demo: optional({
    kind: yesNo,
    browser: true,
    about:
      "Demo town, demo people and the live day. Otherwise yes with the embedded provider, no with your own.",
    example: "no",
  }),
  allowDemoInProduction: required({
    kind: yesNo,
    default: false,
    about:
      "Allows demo sign-in and sandbox payments with NODE_ENV=production or beyond loopback. Anybody may then be anybody.",
    example: "yes",
  }),
  ...IDENTITY_SETTINGS,
  // Payment
  ...PAYMENT_SETTINGS,
  // Mail
  ...MAIL_SETTINGS,
  // Text messages
  ...SMS_SETTINGS,
  // Notifications
  ...PUSH_SETTINGS,
  // Map
  mapCenter: optional({
    kind: text("longitude,latitude in degrees", /^-?\d{1,3}(\.\d+)?,-?\d{1,2}(\.\d+)?$/),
    browser: true,
    about: "Where maps open. Otherwise the middle of the imported map.",
    example: "13.405,52.52",
  }),
  mapZoom: required({
    kind: decimal(0, 20),
    default: 13,
    browser: true,
    about: "How near maps open.",
    example: "12",
  }),
  // Roads
  roads: required({
    kind: choice(["own", "osrm", "valhalla"]),
    default: "own",
    about:
      "Roads that are asked first: our own of the imported map, or a routing server of yours. Where it does not answer, our own do.",
    example: "osrm",
  }),
  roadsUrl: optional({
    kind: text("an address such as http://localhost:5000", /^https?:\/\/[^\s?#]+$/),
    about:
      "Address of that server. `{profile}` in it stands for car, bicycle or foot; an OSRM without it is asked about cars only.",
    example: "http://osrm-{profile}:5000",
  }),
  roadsTimeoutMs: required({
    kind: whole(50, 30_000),
    default: 2000,
    about: "Milliseconds to wait for an answer of that server.",
    example: "500",
  }),
  // Limits
  rateLimitFactor: required({
    kind: decimal(0, 1000),
    default: 1,
    about: "Multiplies every limit of calls per minute; 0 switches them off.",
    example: "2",
  }),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;
type ValueOf<S> =
  S extends Setting<infer T> ? (S extends { readonly default: unknown } ? T : T | undefined) : never;

/** Every setting with its value, before what is found out at start. */
export type RawSettings = { readonly [N in SettingName]: ValueOf<(typeof SETTINGS)[N]> };

const words = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** `providerPort` → `--provider-port`. */
export const flagOf = (name: string): string => `--${words(name)}`;
/** `providerPort` → `WAYBILL_PROVIDER_PORT`. */
export const variableOf = (name: string): string =>
  `WAYBILL_${words(name).replaceAll("-", "_").toUpperCase()}`;
