import { sql } from "kysely";
import { expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";

const opened = useWorld({ runJobs: false, crew: true });

const acts = () =>
  opened.world.run(sql<{ act: string; about: string }>`select act, subject_id as about from audit_entry`);

test("an edit of the desk is an act of the log where it overbooks, and otherwise none", async () => {
  const { crew } = opened;
  const { id } = await crew.assigned();
  const edit = async (overbook: boolean) => {
    const { version } = await crew.read(crew.bo, id);
    const recipient = {
      name: "Rita Weber",
      phone: overbook ? "+4930111111" : "+4930222222",
      email: null,
      note: "",
    };
    return good(await crew.bo.call(deliveriesApi.editDelivery, { id, version, recipient, overbook }));
  };
  await edit(false);
  expect(await acts()).toEqual([]);
  await edit(true);
  expect(await acts()).toEqual([{ act: "board.overbooked", about: id }]);
});
