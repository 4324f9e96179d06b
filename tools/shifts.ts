// `npm run shifts -- --seeds N [--from S] [--seed S] [--without <guard>]… [--trace] [--postgres]`: couriers' shifts under
// kills, power cuts, bad lines, wrong clocks and restores; in memory, or through HTTP on a PostgreSQL of its own. Ctrl-C
// ends it with what was done so far.
import { GUARDS } from "#test/shifts/guards.ts";
import { runShift } from "#test/shifts/run.ts";
import { openWireShifts } from "#test/shifts/wire/shifts.ts";
import { playSeeds } from "#test/support/seeds/play-seeds.ts";

await playSeeds({
  name: "shifts",
  guards: GUARDS,
  guardsInMemory: false,
  tellEvery: 1_000,
  answersOf: ({ verdicts }) => verdicts,
  play: runShift,
  openOnPostgres: openWireShifts,
});
