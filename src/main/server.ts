import path from "node:path";
import { DOCS_OPENAPI } from "#contract/offline-shell.ts";
import { recordAct } from "#features/audit/server/public.ts";
import { noteCommand } from "#features/history/server/public.ts";
import type { Actor } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { LOCALES, type Locale } from "#kernel/locale.ts";
import type { PhonePlan } from "#kernel/phone.ts";
import { withActs } from "#server/db/acts.ts";
import type { Db } from "#server/db/db.ts";
import type { RoadDistances } from "#server/geo/road-distances.ts";
import type { StreetsOfMap } from "#server/geo/streets.ts";
import { buildApp } from "#server/http/app.ts";
import type { Log } from "#server/http/app.ts";
import { serveClient } from "#server/http/client-files.ts";
import { keepReplaced } from "#server/http/replaced-assets.ts";
import { deleteOldKeys } from "#server/http/idempotency.ts";
import { openApiOf } from "#server/http/openapi.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { DpopRule } from "#server/identity/challenge.ts";
import type { Credentials } from "#server/identity/credentials.ts";
import type { RecentSignInRule } from "#server/identity/recent-sign-in.ts";
import type { CheckLogout } from "#server/identity/logout-token.ts";
import { deleteOldUses } from "#server/identity/proof-uses.ts";
import { deleteOldSessionEnds } from "#server/identity/session-ends.ts";
import type { SessionEnds } from "#server/identity/session-ends.ts";
import { type Origins, paymentHeaders, securityHeaders } from "#server/http/security.ts";
import { connectReactions, startJobs } from "#server/jobs/jobs.ts";
import type { RoomJobs } from "#server/jobs/jobs.ts";
import { startHub } from "#server/live/hub.ts";
import { liveRoute } from "#server/live/stream.ts";
import type { MailChoice } from "#server/mail/mailer.ts";
import type { PushChoice } from "#server/push-choice.ts";
import type { Installation, Room } from "#server/room.ts";
import type { SmsChoice } from "#server/sms/sms-gateway.ts";
import { type MoneyChoices, workGuard } from "#features/payments/server/public.ts";
import { cardOrigins } from "./config/payment-choice.ts";
import { openCardTaker } from "./card-taker.ts";
import type { CardParts } from "./card-taker.ts";
import { demoRoom } from "./demo/room.ts";
import { ownWebhooks } from "./own-webhooks.ts";
import { mapFolderOf } from "#features/places/server/public.ts";
import type { RoadServerSettings } from "#engines/roads/servers/road-server.ts";
import { openPlanner } from "./planning/plan-threads.ts";
import type { RefusalTable } from "#contract/problem.ts";
import { choiceForms, readChoices } from "#features/choices/server/public.ts";
import { openRooms, refusalsOf } from "./rooms.ts";
import { switchPageRoutes } from "#features/notices/server/public.ts";
import { openTrackDrawing, trackFormRoute, trackPageRoute } from "#features/tracking/server/public.ts";

export interface ServerParts extends MoneyChoices, Pick<CardParts, "payment" | "sandbox" | "sandboxAllowed"> {
  readonly db: Db;
  readonly orgId: string;
  readonly dataFolder: string;
  readonly publicUrl: string;
  readonly installation?: Installation;
  /** How mail leaves; where nothing is said it is written to the data folder. */
  readonly mail?: MailChoice;
  /** How text messages leave; where nothing is said they are kept for the demo to show. */
  readonly sms?: SmsChoice;
  /** How push services are called; where nothing is said, with the public address as the contact. */
  readonly push?: PushChoice;
  /** Languages on offer, the first for people of whom none is known; all of them where nothing is said. */
  readonly locales?: readonly Locale[];
  /** How phone numbers are written here; absent where the country is not known. */
  readonly phonePlan?: PhonePlan | undefined;
  /** Pages are drawn with the strip of a demo, until its data is removed. */
  readonly isDemo?: boolean;
  /** Anybody may sign in as an administrator of the demo. */
  readonly isOpenDemo?: boolean;
  /** How people become members; by the roles in their token where nothing is said. */
  readonly joinBy?: "roles" | "invitation";
  /** The embedded identity provider, where it runs: it forgets a person's sessions and grants. */
  readonly identityProvider?: { endPerson(subject: string, before?: number): Promise<void> };
  /** The check of what the provider says when a session is over. */
  readonly checkLogout?: CheckLogout;
  /** Roads of the imported map; absent, distances are estimated. */
  readonly roads?: RoadDistances;
  readonly streets?: StreetsOfMap;
  /** Routing server of the operator's, which plans ask first. */
  readonly roadServer?: RoadServerSettings | undefined;
  /** Folder of the built client; absent in tests of the API. */
  readonly clientFolder?: string;
  /** Origin of the identity provider, for the content security policy. */
  readonly issuerOrigin: string | undefined;
  /** Further origins of its endpoints. */
  readonly providerOrigins?: readonly string[];
  /** Resolves the actor of a call from its credentials. @throws Refusal `accounts.signed-out` */
  readonly actorOf: (credentials: Credentials) => Promise<Actor>;
  /** Whether tokens are bound to a key. */
  readonly dpop?: DpopRule;
  /** Demands on the sign-in behind refunds, exports and erasures; absent, any does. */
  readonly recentSignIn?: RecentSignInRule;
  /** Which sign-ins are over; their streams end. */
  readonly sessionEnds: SessionEnds;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly trustProxy: readonly string[];
  readonly limitFactor: number;
  /** Works through the job queue; off only where a test drives jobs itself, "queued" where it drives those on the clock. */
  readonly runJobs: boolean | "queued";
  /** Routes of the plant room: `/config.json`, `/livez`, `/readyz`. */
  readonly plantRoutes: readonly RawRoute[];
  readonly isDiskFull?: () => boolean;
  readonly onRequest?: (endpoint: string, status: number, seconds: number) => void;
}

export interface Server {
  readonly rooms: readonly Room[];
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly liveReaders: () => number;
  /** @returns the address that it listens on */
  listen(host: string, port: number): Promise<string>;
  /** Ends streams, answers what is under way, stops the queue. The database stays the caller's. */
  close(): Promise<void>;
}

/** The version of the API's description. */
const VERSION = "0.1.0";

/**
 * The API's description, and the copy of it that browsers keep with the docs. Made when somebody first asks: it takes
 * 100 ms of processor time, which most starts need not spend.
 */
function describing(describe: () => string): RawRoute[] {
  let description: string | undefined;
  return ["/api/openapi.json", DOCS_OPENAPI].map((path) => ({
    id: path === DOCS_OPENAPI ? "docsOpenapi" : "openapi",
    method: "GET",
    path,
    needs: "anyone",
    summary: "This description",
    run: () => {
      description ??= describe();
      return Promise.resolve({
        status: 200,
        headers: { "content-type": "application/json", "cache-control": "no-cache" },
        body: description,
      });
    },
  }));
}

/** Pages that are drawn for each request, where there is a client. */
async function openPages(
  { clientFolder, locales = LOCALES, dataFolder, refusals }: ServerParts & { refusals: RefusalTable },
  isDemo: () => boolean,
  origins: Origins,
): Promise<RawRoute[]> {
  const drawing = clientFolder === undefined ? undefined : await openTrackDrawing(clientFolder);
  if (!drawing) return [];
  const headers = securityHeaders({ ...origins, styles: drawing.styles });
  const isSecure = origins.isSecure === true;
  const forms = { slotOf: readChoices, acts: choiceForms({ workGuard }), dataFolder, refusals };
  const page = { drawing, headers, locales, isDemo, isSecure, ...forms };
  return [trackPageRoute(page), trackFormRoute(page), ...switchPageRoutes(page)];
}

/** Puts the rooms and the plant room together into one server on an open, migrated database. */
export async function createServer(given: ServerParts): Promise<Server> {
  const parts = { ...given, db: withActs(given.db) };
  const hub = startHub(parts.db, parts.sessionEnds);
  const webhooks = ownWebhooks();
  const cardTaker = await openCardTaker({ ...parts, receive: webhooks.receive });
  const planner = openPlanner(mapFolderOf(parts.dataFolder), parts.roadServer);
  const roomParts = { ...parts, hub, workGuard, planner };
  const features = [...openRooms(roomParts, cardTaker.provider), ...cardTaker.rooms];
  const demo = demoRoom(roomParts, features);
  const rooms = [...features, demo];
  const plant: RoomJobs = {
    jobs: {
      deleteOldKeys: () => deleteOldKeys(parts.db, parts.clock()),
      sweepSignIns: async () => {
        await deleteOldUses(parts.db, parts.clock());
        await deleteOldSessionEnds(parts.db, parts.clock());
      },
    },
    // Proofs are noted for two minutes, one for every call.
    every: { deleteOldKeys: 30, sweepSignIns: 2 },
  };
  const jobs = [plant, ...rooms.flatMap((room) => room.jobs ?? [])];
  connectReactions(jobs);
  const routes = rooms.flatMap((room) => room.routes);
  const rawRoutes = [...rooms.flatMap((room) => room.rawRoutes ?? []), liveRoute(hub), ...parts.plantRoutes];
  const refusals = refusalsOf(rooms);
  const endpoints = routes.map((route) => route.endpoint);
  const describe = () => JSON.stringify(openApiOf(endpoints, rawRoutes, refusals, VERSION));
  const isSecure = parts.publicUrl.startsWith("https:");
  const origins = { isSecure, issuer: parts.issuerOrigin, provider: parts.providerOrigins ?? [] };
  const pages = await openPages({ ...parts, refusals }, demo.isOn, origins);
  const app = await buildApp({
    ...parts,
    routes,
    rawRoutes: [...rawRoutes, ...pages, ...describing(describe)],
    refusals,
    recordAct,
    noteCommand,
    headers: securityHeaders(origins),
  });
  const cards = cardOrigins(parts.payment ?? "sandbox");
  if (parts.clientFolder) {
    const replaced = await keepReplaced(
      parts.clientFolder,
      path.join(parts.dataFolder, "client"),
      parts.clock,
    );
    const pageHeaders = {
      pay: paymentHeaders({ ...origins, cards }),
      book: (styles: readonly string[]) => securityHeaders({ ...origins, styles }),
    };
    await serveClient(app, parts.clientFolder, pageHeaders, { ...parts, isDemo: demo.isOn, replaced });
  }
  const isOnClock = parts.runJobs !== "queued";
  const runner = parts.runJobs
    ? await startJobs(parts.db, isOnClock ? jobs : jobs.map((one) => ({ ...one, every: {} })), {
        onError: (job, error) => parts.log.error({ job, error: String(error) }, "job failed"),
        onEnd: (reason) => parts.log.error({ error: String(reason) }, "job runner ended, starting again"),
      })
    : undefined;
  webhooks.connect(app);
  return {
    rooms,
    app,
    liveReaders: () => hub.size(),
    listen: (host, port) => app.listen({ host, port }),
    async close() {
      await demo.stop();
      await Promise.all([app.close(), runner?.stop(), planner.close()]);
      // Jobs under way call the bank, whose socket this closes.
      await cardTaker.close();
      await hub.stop();
    },
  };
}
