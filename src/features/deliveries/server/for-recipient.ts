import { sql, type RawBuilder } from "kysely";
import type { Address } from "#features/places/contract/api.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import type { ParcelState } from "#features/parcels/domain/lifecycle.ts";
import type { Handover } from "#features/proofs/domain/handover.ts";
import type { DeliveryStateName } from "../domain/state.ts";
import { ms, span, type TaskRecord } from "./record.ts";
import type { ProofRecord } from "./proofs/proof-records.ts";

/** A delivery as far as its recipient may be told of it. */
export interface DeliveryForRecipient {
  readonly id: string;
  readonly number: string;
  readonly state: DeliveryStateName;
  readonly window: Window;
  readonly pickup: Address;
  readonly dropoff: Address;
  /** How many. */
  readonly parcels: number;
  /** How many are in each state; null where one word stands for all. */
  readonly parcelStates: Partial<Record<ParcelState, number>> | null;
  readonly createdAt: Instant;
  /** The parcels are aboard and the way to the recipient is not over: there is a courier to look for. */
  readonly mayBeComing: boolean;
  readonly handover: Handover | null;
  /** Since when the parcels lie at the hub; null while they do not. */
  readonly hubSince: Instant | null;
  /** The task that ended it well, with the kinds of its proofs. */
  readonly done:
    | (Pick<TaskRecord, "id" | "kind" | "outcome"> & { readonly proofs: readonly ProofRecord["kind"][] })
    | null;
}

/** The delivery of this organisation and id, as a value in a statement of another room. */
export const deliveryForRecipient = (id: RawBuilder<unknown>): RawBuilder<DeliveryForRecipient> => sql`(
  select json_build_object('id', d.id, 'number', d.number, 'state', d.state_shown,
    'window', ${span("d.window_start", "d.window_end")}, 'pickup', d.pickup, 'dropoff', d.dropoff,
    'parcels', jsonb_array_length(d.parcels), 'createdAt', ${ms("d.created_at")},
    'parcelStates', (select json_object_agg(c.state, c.n) from (select p.state, count(*)::int as n from parcel_places p
      where p.org_id = d.org_id and p.delivery_id = d.id group by p.state) c),
    'mayBeComing', d.custody = 'courier' and exists (
      select from task t where t.org_id = d.org_id and t.delivery_id = d.id and t.kind = 'deliver'
        and t.state in ('assigned', 'en_route', 'arrived')),
    'handover', d.handover, 'hubSince', ${ms("d.hub_since")},
    'done', (
      select json_build_object('id', t.id, 'kind', t.kind, 'outcome', t.outcome, 'proofs', array(
        select p.kind from proof p
        where p.org_id = t.org_id and p.delivery_id = t.delivery_id and p.task_id = t.id))
      from task t
      where t.org_id = d.org_id and t.delivery_id = d.id and t.kind in ('deliver', 'return') and t.state = 'succeeded'
      order by t.ordinal desc limit 1))
  from delivery d where d.org_id = app_org() and d.id = ${id})`;
