// Makes the data that `made-data.ts` hands out: `tsx test/support/processes/make-data.ts FOLDER`. What was built must be there.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { freePortRows } from "./free-ports.ts";
import type { MadeData } from "./made-data.ts";
import { startProduct } from "./product.ts";

const SETTINGS: Readonly<Record<MadeData, readonly string[]>> = { demo: [], bare: ["--no-demo"] };
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("name the folder for the data");
for (const [kind, settings] of Object.entries(SETTINGS)) {
  const data = path.join(folder, kind);
  mkdirSync(data);
  const [port = 0] = await freePortRows(1);
  const product = await startProduct(data, port, settings);
  // Its database is stopped in order, too: a copy of one that runs is none.
  await product.stop();
}
