import { expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { consequencesApi } from "#features/consequences/contract/api.ts";
import { codeOf, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { type ReasonList, reasonsApi } from "../contract/api.ts";

const { crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada Admin", "org-admin"] },
});

const read = async (): Promise<ReasonList> => good(await ada.call(reasonsApi.readReasons, {}));
type Asked = Parameters<typeof ada.call<typeof reasonsApi.editReasons>>[1]["faults"];
const edit = async (faults: Asked, version?: number) =>
  ada.call(reasonsApi.editReasons, { version: version ?? (await read()).version, faults });
const faultOf = async (code: string) => (await read()).reasons.find((one) => one.code === code);
const missed = async (reason = "recipient_absent"): Promise<Delivery> =>
  good(
    await crew.step(crew.kim, await crew.collected(), "deliver", "fail", {
      note: null,
      proofIds: [],
      reason,
    }),
  );
const stamped = async ({ id }: Delivery) =>
  (await crew.read(crew.bo, id)).tasks.findLast(({ kind }) => kind === "deliver")?.outcome?.fault;

test("reasons have their usual fault until an administrator says otherwise, by the version that was seen", async () => {
  expect(await faultOf("weather")).toMatchObject({ fault: "nobody", usual: "nobody" });
  const { version } = await read();
  const saved = good(await edit([{ code: "weather", fault: "carrier" }], version));
  expect(saved.version).toBe(version + 1);
  expect(await faultOf("weather")).toMatchObject({ fault: "carrier", usual: "nobody" });
  expect(codeOf(await edit([], version))).toBe("409 reasons.changed-meanwhile");
  good(await edit([]));
  expect(await faultOf("weather")).toMatchObject({ fault: "nobody" });
});

test("what fails from then on bears the company's fault, and it decides who pays; what was recorded stays", async () => {
  const price = async ({ id }: Delivery) =>
    good(await crew.bo.call(consequencesApi.readConsequences, { id, act: "retry" })).money;
  const before = await missed();
  expect(await price(before)).toMatchObject([{ what: "extraAttempt-later" }]);
  good(await edit([{ code: "recipient_absent", fault: "carrier" }]));
  const after = await missed();
  expect([await stamped(before), await stamped(after)]).toEqual(["recipient", "carrier"]);
  expect(await price(after)).toEqual([]);
  expect(await price(before)).toMatchObject([{ what: "extraAttempt-later" }]);
  expect(await stamped(await missed("closed"))).toBe("recipient");
  good(await edit([]));
});

test("a correction to failed bears it, too, and its consequences foresee that", async () => {
  good(await edit([{ code: "closed", fault: "nobody" }]));
  const delivered = await crew.delivered();
  const taskId = delivered.tasks.findLast(({ kind }) => kind === "deliver")?.id ?? "";
  const head = { recipientName: null, note: "wrong door", proofIds: [], unproven: true };
  const more = { ...head, to: "failed", reason: "closed", taskId };
  const after = good(await crew.step(crew.bo, delivered, "deliver", "correct", more));
  expect(await stamped(after)).toBe("nobody");
  good(await edit([]));
});

test("only an administrator reads and edits them, and no other code is taken", async () => {
  expect((await crew.bo.call(reasonsApi.readReasons, {})).status).toBe(403);
  expect((await crew.bo.call(reasonsApi.editReasons, { version: 0, faults: [] })).status).toBe(403);
  const unknown = [{ code: "aliens", fault: "nobody" }] as unknown as Asked;
  expect((await edit(unknown)).status).toBe(400);
});
