import type { RefusalTable } from "#contract/problem.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Locale } from "#kernel/locale.ts";
import type { PhonePlan } from "#kernel/phone.ts";
import type { Db, Tx } from "./db/db.ts";
import type { RoadDistances } from "./geo/road-distances.ts";
import type { StreetsOfMap } from "./geo/streets.ts";
import type { Log } from "./http/app.ts";
import type { RawRoute, Route } from "./http/route.ts";
import type { CheckLogout } from "./identity/logout-token.ts";
import type { SessionEnds } from "./identity/session-ends.ts";
import type { RoomJobs } from "./jobs/jobs.ts";
import type { Hub } from "./live/hub.ts";
import type { MailChoice } from "./mail/mailer.ts";
import type { Planner } from "./planning/planner.ts";
import type { PushChoice } from "./push-choice.ts";
import type { SmsChoice } from "./sms/sms-gateway.ts";

/** Action at a stop, by a phone or a dispatcher. */
interface StopAction {
  readonly deliveryId: string;
  readonly taskId: string;
  readonly type: string;
  readonly commandId: string;
  /** The courier who says it; null where a dispatcher does. */
  readonly courierId: string | null;
  /** It happened, whatever anybody says to it. */
  readonly isFact: boolean;
}

/** Asked before work on deliveries begins. */
export interface WorkGuard {
  /** @returns those for which nobody is to be sent */
  stopped(tx: Tx, now: Instant, deliveryIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** @throws Refusal where nobody is to be sent for one of them */
  mayAssign(tx: Tx, now: Instant, deliveryIds: readonly string[]): Promise<void>;
  /** @returns facts for the stored events @throws Refusal for what is not to be begun; never for a fact */
  mayRecord(tx: Tx, now: Instant, action: StopAction): Promise<Readonly<Record<string, true>>>;
}

/** One setting as operators see it. */
export interface SettingShown {
  readonly name: string;
  /** Null for a secret and for what is not set. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly origin: "default" | "file" | "environment" | "flag";
}

/** Further facts and looks for whoever looks after the installation. */
export interface Looks {
  readonly version: string;
  readonly settings: () => readonly SettingShown[];
  /** Size of the disk that holds the data. */
  readonly totalBytes: () => number;
  readonly reserveBytes: number;
  readonly backupEveryMs: number;
  readonly providerAnswers: () => Promise<boolean>;
  /** Null where no mail server is set. */
  readonly mailAnswers: () => Promise<boolean | null>;
}

/** Settings and surroundings of the running program that administrators are told of; no secret. */
export interface Installation {
  readonly hasOwnProvider: boolean;
  /** Whether money moves: none is taken by machines, it is pretended, tried with keys for tests, or real. */
  readonly money: "none" | "pretended" | "tried" | "real";
  readonly hasMailServer: boolean;
  readonly trustsProxy: boolean;
  /** It backs up by itself. */
  readonly backsUp: boolean;
  /** Instant of the last good backup. */
  readonly lastBackup: () => Promise<Instant | undefined>;
  readonly freeBytes: () => number;
  /** Variables whose file others on the machine may read. */
  readonly openSecrets: () => readonly string[];
  readonly looks?: Looks;
}

/** Parts that every room is given. A room asks for nothing else of the plant room. */
export interface RoomParts {
  readonly db: Db;
  readonly hub: Hub;
  readonly clock: () => Instant;
  readonly log: Log;
  /** The carrier of this install; merchants are organisations beside it. */
  readonly orgId: string;
  /** Folder for data files: maps, pictures. */
  readonly dataFolder: string;
  /** Address at which browsers reach this server. */
  readonly publicUrl: string;
  /** Multiplies every limit; 0 switches them off. */
  readonly limitFactor?: number;
  /** Makes plans beside this thread. */
  readonly planner: Planner;
  /** Roads of the imported map; absent, distances are estimated. */
  readonly roads?: RoadDistances;
  /** Streets of the imported map, which may be closed or slow. */
  readonly streets?: StreetsOfMap;
  /** Guard that may stop work; absent, nothing does. */
  readonly workGuard?: WorkGuard;
  /** Facts for the page that says what is missing before production; absent in tests of the API. */
  readonly installation?: Installation;
  /** How mail leaves; where nothing is said it is written to the data folder. */
  readonly mail?: MailChoice;
  /** How text messages leave; where nothing is said they are kept for the demo to show. */
  readonly sms?: SmsChoice;
  /** How push services are called; where nothing is said, with the public address as the contact. */
  readonly push?: PushChoice;
  /** Which sign-ins are over; absent, none is known to be. */
  readonly sessionEnds?: Pick<SessionEnds, "isEnded">;
  /** Languages on offer, the first for people of whom none is known; all of them where nothing is said. */
  readonly locales?: readonly Locale[];
  /** How phone numbers are written here; absent where the country is not known. */
  readonly phonePlan?: PhonePlan | undefined;
  /** How people become members; by the roles in their token where nothing is said. */
  readonly joinBy?: "roles" | "invitation";
  /** The embedded identity provider, where it runs: it forgets a person's sessions and grants. */
  readonly identityProvider?: { endPerson(subject: string, before?: number): Promise<void> };
  /** The check of what the provider says when a session is over; where it is absent nobody says so. */
  readonly checkLogout?: CheckLogout;
}

/** Server part of a room, one line in `main/rooms.ts`. */
export interface Room {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly rawRoutes?: readonly RawRoute[];
  readonly jobs?: RoomJobs;
  readonly refusals: RefusalTable;
}
