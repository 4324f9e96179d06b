import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { proofsApi } from "../contract/api.ts";
import { PROOFS_REFUSALS } from "../contract/refusals.ts";
import { editPolicy } from "./edit-policy.ts";
import { readPolicy } from "./policy-record.ts";

/** Routes of the policy of proofs. */
export const proofsRoom = (): Room => ({
  name: "proofs",
  routes: [
    on(proofsApi.readProofPolicy, (_, context) => context.db.read(context.actor, (tx) => readPolicy(tx))),
    on(proofsApi.editProofPolicy, editPolicy),
  ],
  refusals: PROOFS_REFUSALS,
});
