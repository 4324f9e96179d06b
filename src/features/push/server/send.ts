import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Instant } from "#kernel/instant.ts";
import { SECOND_MS, toIso } from "#kernel/instant.ts";
import type { SignIn } from "#kernel/actor.ts";
import { type Locale, type WordLocale, directionOf } from "#kernel/locale.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { failpoint } from "#server/failpoint.ts";
import type { PushChoice } from "#server/push-choice.ts";
import type { RoomParts } from "#server/room.ts";
import { NotReached, callGateway } from "#server/sms/gateway-call.ts";
import type { Shown } from "../contract/shown.ts";
import { type End, endOf, endOfAll, waitIn } from "../domain/answer.ts";
import { endDay } from "./day.ts";
import { type Keys, keysOf } from "./keys.ts";

export type PushParts = Pick<RoomParts, "db" | "clock" | "sessionEnds"> & { readonly choice: PushChoice };

interface Text {
  readonly title: string;
  readonly body: string;
  readonly locale: Locale;
}

/** Something to show to one person. It stands on lock screens: no name, no address. */
export interface Push {
  /** The same at each try. */
  readonly id: string;
  /** Thing that it is about: a later push takes the place of an earlier one. */
  readonly about: string;
  /** Path of the page that a click opens. */
  readonly path: string;
  readonly urgency: "normal" | "high";
  readonly until: Instant;
  readonly textIn: (language: WordLocale) => Text;
}

export interface Person {
  readonly orgId: string;
  readonly personId: string;
}

export interface Answer {
  readonly end: End;
  /** Statuses, one for each device. */
  readonly said: string;
}

interface Device {
  readonly id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: WordLocale;
  readonly signIn: SignIn;
  readonly isTaken: boolean;
  readonly isWaiting: boolean;
}

/** Longest wait for a push service. */
const WAIT_MS = 10_000;
/** Statuses that an answer names. */
const SAID = 200;

/** Sends to every device of a person that has not taken it yet, and notes each answer by itself. */
export async function sendPush(parts: PushParts, person: Person, push: Push): Promise<Answer> {
  const { devices, keys } = await parts.db.as(person, (tx) => begin(tx, parts, { person, push }));
  const tries = await Promise.all(
    devices.map(async (device): Promise<Try> => {
      if (device.isTaken) return { end: "taken", said: "taken", waitMs: 0 };
      if (device.isWaiting) return { end: "again", said: "waits", waitMs: 0 };
      const tried = await tryOnce(parts, { device, keys, push });
      failpoint("push.answered");
      await parts.db.as(person, (tx) => note(tx, parts.clock(), { device, push, tried }));
      return tried;
    }),
  );
  return {
    end: endOfAll(tries.map(({ end }) => end)),
    said: tries
      .map(({ said }) => said)
      .join(", ")
      .slice(0, SAID),
  };
}

interface Sending {
  readonly person: Person;
  readonly push: Push;
}

async function begin(
  tx: Tx,
  { clock, sessionEnds }: PushParts,
  { person: { personId }, push }: Sending,
): Promise<{ devices: Device[]; keys: Keys }> {
  const now = clock();
  const found = await rows(
    tx,
    sql<Device>`
      select id, endpoint, p256dh, auth, language, sign_in as "signIn",
        coalesce(not_before > ${toIso(now)}, false) as "isWaiting",
        exists (select from push_taken t where t.org_id = d.org_id and t.push_id = ${push.id}
          and t.device_id = d.id) as "isTaken"
      from push_device d where org_id = app_org() and person_id = ${personId} order by id`,
  );
  const isOver = ({ signIn }: Device) => sessionEnds?.isEnded(signIn) === true;
  const over = found.filter(isOver).map(({ id }) => id);
  if (over.length > 0) await dropDevices(tx, over);
  return { devices: found.filter((one) => !isOver(one)), keys: await keysOf(tx, now) };
}

export async function dropDevices(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from push_device where org_id = app_org() and id = any (${[...ids]}::uuid[])`.execute(tx);
  await endDay(tx);
}

interface Try {
  readonly end: End;
  readonly said: string;
  /** Milliseconds for which the push service wants peace. */
  readonly waitMs: number;
}

interface Trying {
  readonly device: Device;
  readonly keys: Keys;
  readonly push: Push;
}

async function tryOnce({ choice, clock }: PushParts, trying: Trying): Promise<Try> {
  const now = clock();
  const { allowsPrivate, waitMs = WAIT_MS } = choice;
  try {
    const { endpoint, headers, body } = await requestFor(trying, choice, now);
    const answer = await callGateway({
      url: new URL(endpoint),
      method: "POST",
      headers,
      body,
      allowsPrivate,
      waitMs,
    });
    const end = endOf(answer.status);
    // The service's own words may name an address: they stay out.
    return { end, said: String(answer.status), waitMs: end === "again" ? waitIn(answer.retryAfter, now) : 0 };
  } catch (error) {
    if (!(error instanceof NotReached)) return { end: "unknown", said: "silent", waitMs: 0 };
    return { end: error.why === "private" ? "refused" : "again", said: error.why, waitMs: 0 };
  }
}

/** Longest `Topic` (RFC 8030). */
const TOPIC = 32;

async function requestFor({ device, keys, push }: Trying, { contact }: PushChoice, now: Instant) {
  const { generateRequestDetails } = (await import("web-push")).default;
  const { title, body, locale } = push.textIn(device.language);
  const { endpoint, p256dh, auth } = device;
  const said: Shown = {
    id: push.id,
    tag: push.about,
    title,
    body,
    path: push.path,
    lang: locale,
    dir: directionOf(locale),
  };
  const made = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(said), {
    vapidDetails: { subject: contact, ...keys },
    TTL: Math.max(0, Math.round((push.until - now) / SECOND_MS)),
    urgency: push.urgency,
    topic: createHash("sha256").update(push.about).digest("base64url").slice(0, TOPIC),
    contentEncoding: "aes128gcm",
  });
  return { endpoint, headers: textsOf(made.headers), body: made.body };
}

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== "content-length")
      .map(([name, value]) => [name, String(value)]),
  );

async function note(
  tx: Tx,
  now: Instant,
  { device: { id }, push, tried: { end, waitMs } }: Omit<Trying, "keys"> & { readonly tried: Try },
): Promise<void> {
  if (end === "gone") return dropDevices(tx, [id]);
  if (waitMs > 0)
    await sql`update push_device set not_before = ${toIso(now + waitMs)}
              where org_id = app_org() and id = ${id}`.execute(tx);
  if (end !== "taken") return undefined;
  await sql`
    with reached as (
      update push_device set reached_at = ${toIso(now)}, not_before = null
      where org_id = app_org() and id = ${id} returning id)
    insert into push_taken (org_id, push_id, device_id, taken_at)
    select app_org(), ${push.id}, id, ${toIso(now)} from reached on conflict do nothing`.execute(tx);
}

/** Settings of an installation that says nothing. */
const UNSAID: PushChoice = { contact: "mailto:waybill@localhost", allowsPrivate: false };

/** How pushes leave by the installation's settings. */
export const choiceOf = ({ push }: Pick<RoomParts, "push">): PushChoice => push ?? UNSAID;

/** The way to people's devices, for other rooms. */
export function openPush(
  parts: Omit<PushParts, "choice"> & Pick<RoomParts, "push">,
): (person: Person, push: Push) => Promise<Answer> {
  const choice = choiceOf(parts);
  return (person, push) => sendPush({ ...parts, choice }, person, push);
}
