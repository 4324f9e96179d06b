/** The worlds that every run of the tests plays: the same each time, so that a red run is the change's. */
const USUAL = 20_261_122;

/**
 * The seed of a test that throws dice. `WAYBILL_TEST_SEED` gives another one, and `fresh` one that nobody has played;
 * the test prints it.
 */
export function testSeed(): number {
  const asked = process.env["WAYBILL_TEST_SEED"];
  if (asked === "fresh") return Date.now() % 1_000_000;
  return asked === undefined ? USUAL : Number(asked);
}
