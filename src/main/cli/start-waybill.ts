import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildTown, seedDemo } from "#main/demo.ts";
import { SCRIPT_URL } from "#main/sandbox-provider.ts";
import { finishRemoval } from "#main/demo/demo-files.ts";
import { createServer } from "#main/server.ts";
import { ensureCarrier } from "#server/carrier.ts";
import { phonePlanOf } from "#server/config/phone-plan.ts";
import { browserConfig } from "#main/config/browser-config.ts";
import { installationOf, looksOf, versionIn } from "#main/config/installation.ts";
import { liveConfig } from "#main/config/live-config.ts";
import { paymentChoice } from "#main/config/payment-choice.ts";
import { pushChoice } from "#main/config/push-choice.ts";
import { smsChoice } from "#main/config/sms-choice.ts";
import { roadServerOf } from "#main/config/road-server.ts";
import type { Settings } from "#main/config/settings.ts";
import { openDatabaseClock } from "#server/db/database-clock.ts";
import { measureFree, watchDisk } from "#server/disk-room.ts";
import { type Db, openDb } from "#server/db/db.ts";
import type { DatabaseNews } from "#server/db/embedded-supervisor.ts";
import { takeLock } from "#server/db/embedded-lock.ts";
import { migrate } from "#server/db/migrate.ts";
import { percentOf } from "#server/db/migrating/batches.ts";
import { plantRoutes } from "#server/health.ts";
import { openSessionEnds } from "#server/identity/session-ends.ts";
import type { OpenLog } from "#server/log.ts";
import type { RunningProvider } from "#engines/demo-identity/provider.ts";
import { openRoads } from "#engines/roads/open-roads.ts";
import { shownOrganisation } from "#features/setup/server/public.ts";
import { roadChangesNow } from "#features/streets/server/public.ts";
import { mapFolderOf } from "#features/places/server/public.ts";
import { createMetrics, serveMetrics } from "#server/metrics.ts";
import { keepBackups } from "./backup/keep-backups.ts";
import { keepWal } from "./backup/keep-wal.ts";
import { ownGauges } from "./gauges.ts";
import { identityParts } from "./actor-of.ts";
import { checkFiles } from "./check-files.ts";
import { type Database, migrationsIn, openDatabase, prepareQueue } from "./database.ts";
import { type KeptBatches, firstBatches, keepBatches, teller } from "./keep-batches.ts";
import { type Steps, tellBuild } from "./steps.ts";
import { type Stoppers, stoppers } from "./stoppers.ts";

export interface StartParts {
  readonly log: OpenLog;
  readonly steps: Steps;
  /** Folder of the program. */
  readonly root: string;
  /** The folder of the built client, once it is built; nothing where another server serves it. */
  readonly client: Promise<string | undefined>;
  /** Called when the embedded database ends by itself, and when it is back. */
  readonly onDatabase: (news: DatabaseNews) => void;
}

export interface Waybill {
  readonly url: string;
  /**
   * @param graceMs how long it still answers after `/readyz` says no, so that a load balancer notices
   */
  readonly stop: (graceMs?: number) => Promise<void>;
}

/** Starts everything on settings whose ports are free; what was begun is stopped again when a step fails. */
export async function startWaybill(settings: Settings, parts: StartParts): Promise<Waybill> {
  const stops = stoppers();
  const state = { stopping: false };
  const stop = async (graceMs = 0) => {
    state.stopping = true;
    if (graceMs > 0) await sleep(graceMs);
    await stops.run((name, error) => parts.log.error({ name, error }, "did not stop"));
    await parts.log.flush();
  };
  try {
    await startTracing(settings, parts, stops);
    lockData(settings.data, stops);
    const { steps } = parts;
    const database = await steps.run("Database is up", () => openDatabase(settings, parts.onDatabase));
    stops.add("database", database.stop);
    const db = await steps.run("Tables are up to date", () => prepare(database, settings, parts));
    stops.add("connections", () => db.close());
    const { connection } = database;
    const { root, log } = parts;
    const say = (sentence: string) => steps.say(sentence);
    let batches: KeptBatches | undefined;
    const first = await firstBatches(connection);
    const upgrading = () => (batches ? batches.percent() : first && percentOf(first));
    await startServing(settings, parts, { db, stops, isStopping: () => state.stopping, upgrading });
    batches = keepBatches({ connection, migrations: migrationsIn(root), log, first, say });
    stops.add("migrations in batches", batches.close);
    stops.add("backups", keepBackups(settings, { connection, root, log }).close);
    stops.add("log for restores", keepWal(settings, { connection, program: versionIn(root), log }).close);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: settings.publicUrl, stop };
}

/** First of all, so that it ends last and gives away what the others did at their end. */
async function startTracing(settings: Settings, { log, root }: StartParts, stops: Stoppers): Promise<void> {
  if (settings.tracesTo === undefined) return;
  const { openTracing } = await import("#server/tracing/open-tracing.ts");
  const tracing = await openTracing({
    url: settings.tracesTo,
    share: settings.traceShare,
    version: versionIn(root),
    onTrouble: (trouble) => log.warn({ trouble }, "traces were not taken"),
  });
  stops.add("traces", tracing.close);
}

function lockData(folder: string, stops: Stoppers): void {
  const lock = takeLock(join(folder, "waybill.lock"));
  stops.add("lock", () => lock.release());
}

async function prepare(database: Database, settings: Settings, { root, steps }: StartParts): Promise<Db> {
  await migrate(database.connection, join(root, "db", "migrations"), {
    waits: (name) => steps.say(`${name} waits for a table that is in use`),
    batch: teller((sentence) => steps.say(sentence)),
  });
  await prepareQueue(database);
  return openDb(database.connection, settings.databaseConnections);
}

interface Opened {
  readonly db: Db;
  readonly stops: Stoppers;
  readonly isStopping: () => boolean;
  /** Percents of a migration in batches. */
  readonly upgrading: () => number | undefined;
}

async function startServing(
  settings: Settings,
  parts: StartParts,
  { db, stops, isStopping, upgrading }: Opened,
): Promise<void> {
  const { log, steps } = parts;
  const { now: clock, close: closeClock } = await openDatabaseClock(db.pool);
  stops.add("clock", closeClock);
  const carrier = await ensureCarrier(
    db,
    { name: settings.orgName, currency: settings.currency, timezone: settings.timeZone, demo: settings.demo },
    clock(),
  );
  if (!carrier.demo) await finishRemoval({ db, orgId: carrier.id, dataFolder: settings.data, now: clock() });
  await checkFiles(db, carrier, settings.data);
  // Later the database is right: an administrator may have moved the organisation to another zone.
  const { timezone: timeZone } = await shownOrganisation(db, carrier.id);
  const settled = { ...settings, timeZone };
  const shared = { db, orgId: carrier.id, dataFolder: settings.data };
  if (carrier.demo) await buildTown({ ...shared, now: clock(), steps });
  const routing = roadServerOf(settings);
  const roads = await openRoads(mapFolderOf(settings.data), log, {
    ...(routing && { server: routing }),
    progress: tellBuild(steps),
  });
  stops.add("roads", () => roads.close());
  roads.follow(() => roadChangesNow(db, carrier.id, clock()));
  if (carrier.demo) await seedDemo({ ...shared, now: clock(), log, steps, roads });
  const disk = await watchDisk(
    () => measureFree(settings.data),
    settings.diskReserve * 1e6,
    (isFull) => {
      if (isFull) log.error({}, "the disk is full: nothing new is taken");
      else log.warn({}, "the disk has room again");
    },
  );
  stops.add("disk", disk.close);
  let liveReaders = () => 0;
  const metrics = createMetrics({
    pool: db.pool,
    liveReaders: () => liveReaders(),
    droppedLogLines: () => log.dropped(),
    roomGauges: ownGauges(settings),
  });
  const clientFolder = await parts.client;
  const sessionEnds = await openSessionEnds(db, Date.now, (error) =>
    log.warn({ error: String(error) }, "session ends could not be read"),
  );
  stops.add("session ends", sessionEnds.close);
  let endAccount: RunningProvider["endAccount"] | undefined;
  const server = await createServer({
    db,
    orgId: carrier.id,
    dataFolder: settings.data,
    publicUrl: settings.publicUrl,
    sandboxAllowed: settings.allowDemoInProduction,
    payment: paymentChoice(settings),
    installation: installationOf(settings, process.env, looksOf(settings, process.env, parts.root)),
    mail: { url: settings.mailUrl, from: settings.mailFrom },
    sms: smsChoice(settings),
    push: pushChoice(settings),
    locales: settings.locales,
    isDemo: settings.demo && carrier.demo,
    isOpenDemo: settings.allowDemoInProduction && settings.embeddedProvider,
    phonePlan: phonePlanOf(settled),
    sandbox: { port: settings.sandboxPort },
    payWays: settings.payWays,
    refundLimits: settings.refundLimits,
    ...(clientFolder !== undefined && { clientFolder }),
    // Tokens are measured by this machine's clock, as they are made by another one's.
    ...identityParts(settings, { db, orgId: carrier.id, sessionEnds, clock: Date.now, log }),
    ...(settings.embeddedProvider && {
      identityProvider: { endPerson: (subject, before) => (endAccount ?? notYet)(subject, before) },
    }),
    clock,
    log,
    roads,
    streets: roads,
    roadServer: routing,
    trustProxy: settings.trustProxy,
    limitFactor: settings.rateLimitFactor,
    runJobs: true,
    plantRoutes: plantRoutes({
      pool: db.pool,
      isDiskFull: disk.isFull,
      browserConfig: liveConfig({ db, orgId: carrier.id }, browserConfig(settled, SCRIPT_URL)),
      isStopping,
      upgrading,
    }),
    isDiskFull: disk.isFull,
    onRequest: metrics.onRequest,
    onPaymentScript: metrics.onPaymentScript,
  });
  liveReaders = server.liveReaders;
  stops.add("server", () => server.close());
  if (settings.embeddedProvider)
    await steps.run("Sign-in service is up", async () => {
      ({ endAccount } = await startIdentity(settings, { db, log, isDiskFull: disk.isFull }, stops));
    });
  await steps.run("Server is up", async () => {
    const figures = await serveMetrics(metrics, settings.metricsHost, settings.metricsPort);
    stops.add("metrics", figures.close);
    await server.listen(settings.host, settings.port);
  });
}

const notYet = () => Promise.reject(new Error("the identity provider is not up yet"));

async function startIdentity(
  settings: Settings,
  { db, log, isDiskFull }: { db: Db; log: OpenLog; isDiskFull: () => boolean },
  stops: Stoppers,
): Promise<RunningProvider> {
  const { startProvider } = await importProvider();
  const provider = await startProvider({
    issuer: settings.oidcIssuer,
    host: settings.host,
    port: settings.providerPort,
    appUrl: settings.publicUrl,
    clientId: settings.oidcClientId,
    audience: settings.oidcAudience,
    rolesClient: settings.oidcRolesClient,
    locales: settings.locales,
    pool: db.pool,
    isDiskFull,
    onError: (error, event) => log.warn({ event, error }, "identity provider"),
  });
  stops.add("identity provider", provider.stop);
  return provider;
}

/** The provider's library prints advice for Node 22 while it loads; our suites run it on Node 20 and 24. */
async function importProvider() {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await import("#engines/demo-identity/provider.ts");
  } finally {
    console.warn = warn;
  }
}
