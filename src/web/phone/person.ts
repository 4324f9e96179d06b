import { configAtHand, loadConfig } from "#web/session/config.ts";
import { onSession, sessionState } from "#web/session/session.ts";
import type { SessionState } from "#web/session/port.ts";
import { type Owner, hashOf, listOwners } from "./owners.ts";

export interface Person {
  readonly hash: string;
  readonly database: string;
  readonly subject: string;
  readonly name: string;
  /** False while the session is over: the stored day can be read, and nothing is sent. */
  readonly isSignedIn: boolean;
}

export interface PersonEvents {
  /** The person whose phone is to be shown; nobody where nothing may be read, or where all was deleted. */
  readonly enter: (person: Person | undefined, isCleared?: boolean) => void;
  /** Signed out here: what was sent goes. */
  readonly forget: (person: Person) => Promise<void>;
}

type SignedOut = Extract<SessionState, { kind: "signed-out" }>;

/**
 * Ends of a session that were not chosen on this phone (`isOwn`: in another of its tabs): the stored day stays readable
 * until the next sign-in. One deed at the provider arrives as `ended-elsewhere` or as `ended-or-disabled`, by whichever
 * signal is first. After `offline-too-long` the operator's limit locks the day; the count of unsent work is shown.
 */
const STAYS_READABLE: ReadonlySet<string> = new Set(["expired", "ended-elsewhere", "ended-or-disabled"]);

const staysReadable = ({ trouble, facts }: SignedOut): boolean =>
  trouble !== undefined && STAYS_READABLE.has(trouble) && facts?.["isOwn"] === undefined;

const databaseOf = (hash: string): string => `wb.courier.${hash}`;

/** One database for each issuer, subject and organisation; an install is one organisation at one address. */
async function signedInAs(session: Extract<SessionState, { kind: "signed-in" }>): Promise<Person> {
  const { issuer } = configAtHand() ?? (await loadConfig());
  const hash = await hashOf([issuer, session.subject, location.host]);
  return { hash, database: databaseOf(hash), subject: session.subject, name: session.name, isSignedIn: true };
}

const personOf = ({ hash, subject, name }: Owner): Person => ({
  hash,
  database: databaseOf(hash),
  subject,
  name,
  isSignedIn: false,
});

async function lastReadable(): Promise<Owner | undefined> {
  const [last] = await listOwners();
  return last?.isReadable ? last : undefined;
}

/** Follows the session, one change after the other. */
export function followPerson({ enter, forget }: PersonEvents): void {
  let shown = "";
  let queue = Promise.resolve();

  async function follow(session: SessionState): Promise<void> {
    if (session.kind === "signing-in") return;
    if (session.kind === "signed-in") return enter(await signedInAs(session));
    const last = await lastReadable();
    if (staysReadable(session)) return enter(last && personOf(last));
    if (session.trouble === undefined && last) await forget(personOf(last));
  }

  const look = () => {
    const session = sessionState();
    const next = JSON.stringify([session.kind, "subject" in session ? session.subject : session]);
    if (next === shown) return;
    shown = next;
    // At once: nothing of a person who signed out stays on the screen while the rest is read.
    if (session.kind === "signed-out" && !staysReadable(session))
      enter(undefined, session.trouble === "storage-cleared");
    queue = queue.then(() => follow(session)).catch(() => undefined);
  };
  onSession(look);
  look();
}
