import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { change } from "#server/db/change.ts";
import type { Context } from "#server/http/route.ts";
import type { ProofPolicy, proofsApi } from "../contract/api.ts";
import { type ProofNeed, needsOfEnd } from "../domain/needs.ts";
import { lockPolicy, readPolicy, writePolicy } from "./policy-record.ts";

type Input = ParsedOf<typeof proofsApi.editProofPolicy>;

/** @throws Refusal `proofs.not-at-failure`, `proofs.pin-elsewhere`, `proofs.changed-meanwhile` */
export function editPolicy(input: Input, context: Context): Promise<ProofPolicy> {
  mustFit(input);
  const { orgId } = context.actor;
  return context.db.as(context.actor, async (tx) => {
    const before = await lockPolicy(tx, orgId);
    await change(tx, context, {
      type: "editProofPolicy",
      aggregateId: orgId,
      body: input,
      write: async () => {
        if (before.version !== input.version)
          throw new Refusal("proofs.changed-meanwhile", { version: before.version });
        const version = before.version + 1;
        await writePolicy(tx, context, { version, rules: input.rules });
        return { version };
      },
      event: (data) => ({
        aggregate: "proof-policy",
        type: "proof-policy.edited",
        data,
        audience: { staff: true },
      }),
    });
    return readPolicy(tx);
  });
}

function mustFit({ rules }: Input): void {
  for (const [at, { phase, end, required, preferred }] of rules.entries()) {
    const fits = (need: ProofNeed) => needsOfEnd(phase, end).includes(need);
    const wrong = (
      [
        ["required", required],
        ["preferred", preferred],
      ] as const
    ).find(([, needs]) => !needs.every(fits));
    const code = end === "fail" ? "proofs.not-at-failure" : "proofs.pin-elsewhere";
    if (wrong) throw new Refusal(code, { field: `rules.${at}.${wrong[0]}` });
  }
}
