import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { TOKEN_RANDOM_BYTES, token22 } from "#kernel/token.ts";
import { first, json, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { LinkKind } from "../domain/link-kind.ts";
import type { TrackingLink } from "../contract/api.ts";
import type { TimedTx, TxContext } from "#server/db/tx-context.ts";

/** A link is over this long after it was made. */
export const LINK_KEPT_MS = 90 * DAY_MS;

interface LinkMade {
  /** `act` only for a link that is sent to the recipient's own address or phone: its holder decides for them. */
  readonly kind: LinkKind;
  readonly createdBy?: string | undefined;
  /** The way by which it is sent to the recipient. */
  readonly way?: "mail" | "sms" | undefined;
}

/** Makes a link of 131 random bits. Only its SHA-256 is kept, so this is the one time it can be read. */
export async function makeLink(
  context: TxContext,
  deliveryId: string,
  made: LinkMade,
): Promise<TrackingLink> {
  const link = newLink(context.now);
  await keepLinks(context, deliveryId, [{ ...link, ...made }]);
  return link;
}

/** A link that opens nothing until it is kept. */
export function newLink(now: Instant): TrackingLink {
  const token = token22(randomBytes(TOKEN_RANDOM_BYTES));
  return { token, path: `/t/${token}`, createdAt: toIso(now) };
}

/** Keeps new links of a delivery, in one statement. */
export async function keepLinks(
  { tx, now }: TimedTx,
  deliveryId: string,
  links: readonly (TrackingLink & LinkMade)[],
): Promise<void> {
  if (links.length === 0) return;
  const kept = links.map(({ token, kind, createdBy, way }) => ({
    hash: sha256(token),
    kind,
    by: createdBy,
    way,
  }));
  await sql`insert into tracking_link (org_id, token_hash, delivery_id, kind, created_by, way, created_at)
            select app_org(), l.hash, ${deliveryId}, l.kind, l.by, l.way, ${toIso(now)}
            from jsonb_to_recordset(${json(kept)}) l (hash text, kind text, by uuid, way text)`.execute(tx);
}

/**
 * Link `l` is what the token opens. An unknown, a revoked and an old one are left out alike after the same work: one
 * hash, one look into one index, whatever was sent.
 */
export const opens = (token: string | undefined, now: Instant) => sql`
  l.org_id = app_org() and l.token_hash = ${sha256(token ?? "")} and l.revoked_at is null
  and l.created_at >= ${toIso(now - LINK_KEPT_MS)}`;

/** Kind of the link `l`: one that acts views once the address to which it was sent was corrected. */
export const kindNow = sql<LinkKind>`
  case when l.way is not null and exists (select from delivery_edits d
      where d.org_id = l.org_id and d.delivery_id = l.delivery_id and d.edited_at > l.created_at
        and d.field = case l.way when 'mail' then 'recipient-email' else 'recipient-phone' end)
    then 'view' else l.kind end`;

interface OpenedLink {
  readonly deliveryId: string;
  readonly kind: LinkKind;
}

/** A link with its kind, by its token. @throws Refusal `tracking.unknown-link` */
export async function linkBy(tx: Tx, token: string | undefined, now: Instant): Promise<OpenedLink> {
  const row = await first(
    tx,
    sql<OpenedLink>`
      select l.delivery_id as "deliveryId", ${kindNow} as kind from tracking_link l where ${opens(token, now)}`,
  );
  if (!row) throw new Refusal("tracking.unknown-link");
  return row;
}

/** The delivery that a token opens. @throws Refusal `tracking.unknown-link` */
export const openLink = async (tx: Tx, token: string | undefined, now: Instant): Promise<string> =>
  (await linkBy(tx, token, now)).deliveryId;

/** Makes every link of a delivery useless. @returns how many were alive */
export async function revokeAll(tx: Tx, deliveryId: string, now: Instant): Promise<number> {
  const revoked = await rows(
    tx,
    sql<{ n: number }>`update tracking_link set revoked_at = ${toIso(now)}
                       where org_id = app_org() and delivery_id = ${deliveryId} and revoked_at is null returning 1 as n`,
  );
  return revoked.length;
}
