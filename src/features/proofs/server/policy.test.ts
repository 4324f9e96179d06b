import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { book, good, head } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { proofsApi } from "../contract/api.ts";
import type { ProofRule } from "../contract/api.ts";

const { ada, crew, world } = useWorld({
  crew: true,
  msApart: 60_000,
  people: { ada: ["Ada Admin", "org-admin"] },
});

const anything = {
  serviceLevels: [],
  sizes: [],
  fragile: false,
  minMassG: null,
  minValueMinor: null,
  ageRestricted: false,
};
const rule = (part: Partial<ProofRule>): ProofRule => ({
  id: "r",
  phase: "deliver",
  end: "succeed",
  required: [],
  preferred: [],
  when: anything,
  ...part,
});
const read = async () => good(await ada.call(proofsApi.readProofPolicy, {}));
async function ask(...rules: ProofRule[]) {
  const { version } = await read();
  return good(await ada.call(proofsApi.editProofPolicy, { version, rules }));
}

test("only an administrator reads and changes the policy, and nobody overwrites another's change", async () => {
  for (const stranger of [crew.bo, crew.kim, crew.sam]) {
    expect((await stranger.call(proofsApi.readProofPolicy, {})).status).toBe(403);
    expect((await stranger.call(proofsApi.editProofPolicy, { version: 0, rules: [] })).status).toBe(403);
  }
  const before = await read();
  const after = await ask(rule({ required: ["photo"] }));
  expect(after).toMatchObject({ version: before.version + 1, changedBy: ada.actor.userId });
  expect(await ada.call(proofsApi.editProofPolicy, { version: before.version, rules: [] })).toMatchObject({
    status: 409,
    body: { code: "proofs.changed-meanwhile" },
  });
});

test("a failed stop cannot be asked for a signature", async () => {
  const { version } = await read();
  const rules = [rule({}), rule({ end: "fail", required: ["signature"] })];
  expect(await ada.call(proofsApi.editProofPolicy, { version, rules })).toMatchObject({
    status: 422,
    body: { code: "proofs.not-at-failure", fields: [{ path: "rules.1.required" }] },
  });
});

test("a delivery is asked for what held when it was booked, and the refusal names what is missing", async () => {
  await ask(rule({ required: ["age_check", "note"] }), rule({ end: "fail", required: ["note"] }));
  const delivery = await crew.assigned();
  expect(delivery.proofNeeds.deliver.succeed).toEqual({ required: ["age_check", "note"], preferred: [] });
  await ask(rule({ required: ["signature"] }));
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  const end = (type: string, extra: object) =>
    crew.kim.call(deliveriesApi.performTask, {
      id: delivery.id,
      command: { ...head(world), taskId: taskIdOf(delivery, "deliver"), type, ...bare, ...extra } as never,
    });
  expect(await end("succeed", {})).toMatchObject({
    status: 422,
    body: { code: "deliveries.proof-missing", facts: { missing: "age_check,note" } },
  });
  const done = good(await end("succeed", { ofAge: true, note: "passport" }));
  expect(done.state).toBe("delivered");
  expect(done.tasks.find(({ kind }) => kind === "deliver")?.outcome).toMatchObject({ ofAge: true });
});

test("a declared value and a parcel for adults ask for more, and no courier reads the value", async () => {
  const dear = { ...anything, minValueMinor: 25_000 };
  await ask(
    { ...rule({ required: ["signature"] }), id: "dear", when: dear },
    { ...rule({ required: ["age_check"] }), id: "adults", when: { ...anything, ageRestricted: true } },
  );
  const parcel = { size: "small", massG: 900, contents: "", fragile: false } as const;
  const needsOf = async (...parcels: readonly object[]) => {
    const all = parcels.map((part) => ({ ...parcel, ...part }));
    return (await book(world, crew.sam, { parcels: all })).proofNeeds.deliver.succeed.required;
  };
  expect(await needsOf({ valueMinor: 24_999 })).toEqual([]);
  expect(await needsOf({ valueMinor: 12_500 }, { valueMinor: 12_500 })).toEqual(["signature"]);
  expect(await needsOf({}, { ageRestricted: true })).toEqual(["age_check"]);

  const given = { ...parcel, valueMinor: 30_000, ageRestricted: true };
  const delivery = await crew.give(await book(world, crew.sam, { parcels: [given] }), crew.kim);
  expect(delivery.parcelList).toEqual([given]);
  expect((await crew.read(crew.kim, delivery.id)).parcelList).toEqual([{ ...parcel, ageRestricted: true }]);
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  expect(await crew.step(crew.kim, delivery, "deliver", "succeed", bare)).toMatchObject({
    body: { code: "deliveries.proof-missing", facts: { missing: "signature,age_check" } },
  });
});

test("a failed stop is asked for what the policy says, besides what its reason needs", async () => {
  await ask(rule({ end: "fail", required: ["note"] }));
  const delivery = await crew.assigned();
  good(await crew.step(crew.kim, delivery, "collect", "succeed", bare));
  const fail = (extra: object) =>
    crew.step(crew.kim, delivery, "deliver", "fail", { proofIds: [], ...extra });
  expect(await fail({ reason: "refused_damaged", note: null })).toMatchObject({
    body: { code: "deliveries.proof-missing", facts: { missing: "note,photo" } },
  });
  expect((await fail({ reason: "recipient_absent", note: "rang twice" })).status).toBe(200);
});
