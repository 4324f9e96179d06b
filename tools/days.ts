// `npm run days -- --seeds N [--from S] [--seed S] [--without <guard>]… [--trace] [--postgres]`: days at the desk of two
// dispatchers, couriers, sender and recipient under stale screens, repeats and crashes; in memory, or through HTTP on a
// PostgreSQL of its own. Ctrl-C ends it with what was done so far.
import { GUARDS } from "#test/desk-model/guards.ts";
import { openProductDesk } from "#test/desk-model/product.ts";
import { runDesk } from "#test/desk-model/run.ts";
import { playSeeds } from "#test/support/seeds/play-seeds.ts";

await playSeeds({
  name: "days",
  guards: GUARDS,
  guardsInMemory: true,
  tellEvery: 10_000,
  answersOf: ({ answers }) => answers,
  play: runDesk,
  openOnPostgres: openProductDesk,
});
