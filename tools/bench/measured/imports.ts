import { expect, test } from "vitest";
import { importsApi } from "#features/imports/contract/api.ts";
import { good } from "#test/support/people/booking.ts";
import { base64, csvOf, goodRow } from "#test/support/people/import-file.ts";
import { openTown } from "#test/support/people/open-town.ts";
import { openWorld } from "#test/support/world.ts";
import { secondsOf, tellFigure } from "../figure.ts";

const ROWS = 5_000;
const SOON = { timeout: 1_000_000, interval: 500 };

test("a file of 5,000 rows is read, checked, imported, and imported again", async () => {
  const world = await openWorld({ runJobs: "queued", payWays: ["cash-delivery"] });
  const houses = await openTown(world);
  const dora = await world.person("Dora", "dispatcher");
  const file = base64(csvOf(Array.from({ length: ROWS }, (_, nth) => goodRow(nth, houses))));
  const text = (seconds: number): string => `${seconds.toFixed(1)} s`;
  const run = async () => {
    const uploaded = { id: "" };
    const upload = await secondsOf(async () => {
      const reply = good(await dora.call(importsApi.importFile, { name: "many.csv", file }));
      uploaded.id = reply.id;
    });
    const { id } = uploaded;
    const read = async () => good(await dora.call(importsApi.readImport, { id }));
    const { mapping } = await read();
    const check = await secondsOf(async () => {
      good(await dora.call(importsApi.mapColumns, { id, mapping }));
      await expect.poll(async () => (await read()).state, SOON).toBe("checked");
    });
    return { id, read, upload, check };
  };
  const first = await run();
  const take = await secondsOf(async () => {
    good(await dora.call(importsApi.confirmImport, { id: first.id }));
    await expect.poll(async () => (await first.read()).state, SOON).toBe("done");
  });
  expect((await first.read()).counts).toMatchObject({ imported: ROWS });
  const second = await run();
  expect((await second.read()).counts).toMatchObject({ known: ROWS, ready: 0 });
  await world.close();
  tellFigure(`upload of ${ROWS} rows`, text(first.upload));
  tellFigure(`check of ${ROWS} rows`, text(first.check));
  tellFigure(`import of ${ROWS} rows`, text(take));
  tellFigure(`check of the same ${ROWS} rows again`, text(second.check));
});
