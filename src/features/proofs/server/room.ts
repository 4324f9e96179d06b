import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { proofsApi } from "../contract/api.ts";
import { PROOFS_REFUSALS } from "../contract/refusals.ts";
import { editPolicy } from "./edit-policy.ts";
import { checkPin } from "./pin.ts";
import type { MayReport } from "./pin.ts";
import { readPolicy } from "./policy-record.ts";

/** Routes of the policy of proofs and of PINs. @param mayReport whether the caller may report facts of a delivery */
export const proofsRoom = (mayReport: MayReport): Room => ({
  name: "proofs",
  routes: [
    on(proofsApi.readProofPolicy, (_, context) => context.db.read(context.actor, (tx) => readPolicy(tx))),
    on(proofsApi.editProofPolicy, editPolicy),
    on(proofsApi.checkPin, (input, context) => checkPin(mayReport, input, context)),
  ],
  refusals: PROOFS_REFUSALS,
});
