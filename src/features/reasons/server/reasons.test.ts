import { expect, test } from "vitest";
import { consequencesApi } from "#features/consequences/contract/api.ts";
import { courierApi } from "#features/courier/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { codeOf, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type ReasonList, reasonsApi } from "../contract/api.ts";
import { type ReasonTerms, writableReason } from "../contract/shapes.ts";
import { DEFAULT_TERMS, newReason, NO_NAMES } from "../domain/terms.ts";

const { crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada Admin", "org-admin"] },
});

const read = async (): Promise<ReasonList> => good(await ada.call(reasonsApi.readReasons, {}));
const send = async (reasons: ReasonTerms[], version?: number) =>
  ada.call(reasonsApi.editReasons, { version: version ?? (await read()).version, reasons });

/** Changes some reasons and sets the others back to what they begin with; own ones of before are switched off. */
async function edit(changes: Readonly<Record<string, Partial<ReasonTerms>>>, added: ReasonTerms[] = []) {
  const own = (await read()).reasons.filter(({ code }) => code.startsWith("own_"));
  const kept = own.filter(({ code }) => added.every((one) => one.code !== code));
  const fixed = DEFAULT_TERMS.map((one) => ({ ...writableReason(one), ...changes[one.code] }));
  const off = kept.map((one) => ({ ...one, isOn: false, ...changes[one.code] }));
  return send([...fixed, ...off, ...added]);
}
const ownReason = (letters: string, more: Partial<ReasonTerms> = {}): ReasonTerms => ({
  ...writableReason(newReason("dropoff", letters)),
  names: { ...NO_NAMES, en: letters },
  ...more,
});
const fail = async (reason: string, more: { note?: string } = {}) =>
  crew.step(crew.kim, await crew.collected(), "deliver", "fail", {
    note: more.note ?? null,
    proofIds: [],
    reason,
  });
const missed = async (reason = "recipient_absent"): Promise<Delivery> => good(await fail(reason));
const stamped = async ({ id }: Delivery) =>
  (await crew.read(crew.bo, id)).tasks.findLast(({ kind }) => kind === "deliver")?.outcome;

test("reasons are the product's until an administrator changes them, by the version that was seen", async () => {
  expect(await read()).toMatchObject({ version: 0, reasons: DEFAULT_TERMS, changedAt: null });
  const saved = good(await edit({ weather: { fault: "carrier", nextAction: "hub" } }));
  expect(saved).toMatchObject({ version: 1, changedBy: "Ada Admin" });
  const stale = await send(DEFAULT_TERMS.map(writableReason), 0);
  expect(codeOf(stale)).toBe("409 reasons.changed-meanwhile");
  expect(stale.body).toMatchObject({ facts: { version: 1, changed: "weather" } });
  good(await edit({}));
  expect((await read()).reasons).toEqual(DEFAULT_TERMS);
});

test("what fails from then on bears the company's fault, and it decides who pays; what was recorded stays", async () => {
  const price = async ({ id }: Delivery) =>
    good(await crew.bo.call(consequencesApi.readConsequences, { id, act: "retry" })).money;
  good(await edit({}));
  const before = await missed();
  expect(await price(before)).toMatchObject([{ what: "extraAttempt-later" }]);
  good(await edit({ recipient_absent: { fault: "carrier" } }));
  const after = await missed();
  expect([(await stamped(before))?.fault, (await stamped(after))?.fault]).toEqual(["recipient", "carrier"]);
  expect(await price(after)).toEqual([]);
  expect(await price(before)).toMatchObject([{ what: "extraAttempt-later" }]);
  expect((await stamped(await missed("closed")))?.fault).toBe("recipient");
});

test("a correction to failed bears it, too, and takes an own reason", async () => {
  good(await edit({ closed: { fault: "nobody" } }, [ownReason("dogbarks", { fault: "recipient" })]));
  for (const [reason, fault] of [
    ["closed", "nobody"],
    ["own_dogbarks", "recipient"],
  ]) {
    const delivered = await crew.delivered();
    const taskId = delivered.tasks.findLast(({ kind }) => kind === "deliver")?.id ?? "";
    const head = { recipientName: null, note: "wrong door", proofIds: [], unproven: true };
    const after = await crew.step(crew.bo, delivered, "deliver", "correct", {
      ...head,
      to: "failed",
      reason,
      taskId,
    });
    expect(await stamped(good(after))).toMatchObject({ reason, fault });
  }
});

test("an own reason asks for its proofs, and keeps its code when it is renamed", async () => {
  good(await edit({}, [ownReason("noladder", { proofs: ["note"], fault: "sender" })]));
  const bare = await fail("own_noladder");
  expect(bare.body).toMatchObject({ code: "deliveries.proof-missing", facts: { missing: "note" } });
  const done = good(await fail("own_noladder", { note: "four metres up" }));
  expect(await stamped(done)).toMatchObject({ reason: "own_noladder", fault: "sender" });
  good(await edit({}, [ownReason("noladder", { names: { ...NO_NAMES, en: "No ladder at hand" } })]));
  expect(await stamped(done)).toMatchObject({ reason: "own_noladder", fault: "sender" });
  good(await fail("own_noladder"));
});

test("the proofs of the product's own reasons are the company's to change", async () => {
  good(await edit({ refused_damaged: { proofs: [] }, closed: { proofs: ["note"] } }));
  good(await fail("refused_damaged"));
  expect((await fail("closed")).body).toMatchObject({ facts: { missing: "note" } });
  good(await edit({}));
  expect((await fail("refused_damaged")).body).toMatchObject({ facts: { missing: "photo" } });
});

test("a reason that is switched off is offered no more, and a command that names it is taken all the same", async () => {
  good(await edit({}, [ownReason("dogbarks")]));
  good(await edit({ closed: { isOn: false } }));
  const { reasons } = good(await crew.kim.call(courierApi.readDay, {}));
  const offered = reasons?.filter(({ isOn }) => isOn).map(({ code }) => code);
  expect(offered).toContain("moved");
  expect(offered).not.toContain("closed");
  expect(offered).not.toContain("own_dogbarks");
  for (const reason of ["closed", "own_dogbarks"])
    expect((await stamped(await missed(reason)))?.reason).toBe(reason);
});

test("a code that no reason has is refused at its field", async () => {
  const answer = await fail("aliens");
  expect(codeOf(answer)).toBe("422 deliveries.reason-unknown");
  expect(answer.body).toMatchObject({ fields: [{ path: "command.reason" }], facts: { reason: "aliens" } });
  good(await edit({}, [ownReason("dogbarks", { phase: "dropoff" })]));
  const atPickup = await crew.step(crew.kim, await crew.assigned(), "collect", "fail", {
    note: null,
    proofIds: [],
    reason: "own_dogbarks",
  });
  expect(codeOf(atPickup)).toBe("422 deliveries.reason-unknown");
});

test("reasons at fault are refused, each at its member, and nothing is saved", async () => {
  const { version } = await read();
  const answer = await edit(
    Object.fromEntries(
      DEFAULT_TERMS.filter(({ phase }) => phase === "pickup").map(({ code }) => [code, { isOn: false }]),
    ),
    [ownReason("nonames_", { names: NO_NAMES })],
  );
  expect(codeOf(answer)).toBe("422 reasons.bad-terms");
  const { fields } = answer.body as unknown as { fields: { path: string; code: string }[] };
  expect(fields.map(({ code }) => code)).toEqual(["reasons.last-on", "reasons.no-name"]);
  expect(fields.map(({ path }) => path)).toEqual([
    "reasons.6.isOn",
    expect.stringMatching(/^reasons\.\d+\.names\.en$/),
  ]);
  const gone = await send(DEFAULT_TERMS.slice(1).map(writableReason));
  expect(gone.body).toMatchObject({ fields: [{ path: "reasons", code: "reasons.not-each-once" }] });
  const long = await send([ownReason("toolongs", { names: { ...NO_NAMES, en: "x".repeat(61) } })]);
  expect(long).toMatchObject({ status: 400, body: { fields: [{ path: "reasons.0.names.en" }] } });
  expect((await read()).version).toBe(version);
});

test("an administrator alone changes them and sees who did; the others read what they are offered", async () => {
  for (const other of [crew.bo, crew.kim, crew.sam]) {
    expect((await other.call(reasonsApi.readReasons, {})).status).toBe(403);
    expect((await other.call(reasonsApi.editReasons, { version: 0, reasons: [] })).status).toBe(403);
    const { reasons } = good(await other.call(reasonsApi.listReasons, {}));
    expect(reasons).toEqual((await read()).reasons);
  }
});
