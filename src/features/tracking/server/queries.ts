import { sql } from "kysely";
import { deliveryForRecipient } from "#features/deliveries/server/public.ts";
import type { DeliveryForRecipient } from "#features/deliveries/server/public.ts";
import type { Hub } from "#features/hub/contract/api.ts";
import { hubJson, keptLonger } from "#features/hub/server/public.ts";
import { arrivalForRecipient } from "#features/times/server/public.ts";
import { pinOf } from "#features/proofs/server/public.ts";
import type { Instant } from "#kernel/instant.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import type { TrackingView } from "../contract/api.ts";
import type { LinkKind } from "../domain/link-kind.ts";
import type { Step } from "../domain/story.ts";
import { carrierPhone } from "./carrier-phone.ts";
import { kindNow, opens } from "./links.ts";

/** Delivery behind a link, and its carrier. */
export interface Followed {
  readonly delivery: DeliveryForRecipient;
  /** PIN to say to the courier; null where the policy asks for none. */
  readonly pin: string | null;
  /** When the courier comes, as far as the recipient reads it; null where nothing is predicted. */
  readonly arrival: TrackingView["arrival"];
  readonly kind: LinkKind;
  /** Moment when the link was made. */
  readonly linkedAt: Instant;
  readonly carrier: string;
  readonly timezone: string;
  readonly phone: string | null;
  /** Place at which recipients collect. */
  readonly hub: Hub;
  /** Until when the parcels are kept there at least; null where nobody was reminded. */
  readonly keptLonger: Instant | null;
  /** The states that the delivery went through, as people reported them, in the order of its sequence. */
  readonly steps: readonly (Step & { readonly recordedAt: Instant })[];
}

/** The delivery that a token opens, in one statement; `undefined` where the token opens none. */
export const followedBy = (
  tx: Tx,
  orgId: string,
  token: string | undefined,
  now: Instant,
): Promise<Followed | undefined> =>
  first(
    tx,
    sql<Followed>`
      select ${kindNow} as kind, l.created_at as "linkedAt", o.name as carrier, o.timezone, ${carrierPhone} as phone, ${hubJson(orgId)} as hub,
        ${keptLonger(sql`l.delivery_id`)} as "keptLonger",
        ${pinOf(sql`l.delivery_id`)} as pin, ${deliveryForRecipient(sql`l.delivery_id`)} as delivery,
        ${arrivalForRecipient(sql`l.delivery_id`, now)} as arrival,
        (select coalesce(json_agg(json_build_object('type', e.type, 'taskId', e.data ->> 'taskId',
            'state', e.data ->> 'state',
            'brought', case when e.data ->> 'state' = 'attempt_failed' and e.data ? 'left'
              then (e.data ->> 'moved')::int end,
            'occurredAt', round(extract(epoch from e.occurred_at) * 1000)::bigint,
            'recordedAt', round(extract(epoch from e.recorded_at) * 1000)::bigint) order by e.seq), '[]')
          from event e
          where e.org_id = l.org_id and e.aggregate = 'delivery' and e.aggregate_id = l.delivery_id
            and e.data ? 'state' and not e.data ? 'inferred') as steps
      from tracking_link l join organization o on o.id = l.org_id
      where ${opens(token, now)}`,
  );
