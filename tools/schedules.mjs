// `npm run schedules [count]`: 10,000 interleavings of everybody who touches a payment; `npm test` plays fewer of them.
import { close, suite } from "./steps.mjs";

const count = process.argv[2] ?? "10000";
const env = { WAYBILL_TEST_SEED: "fresh", ...process.env, WAYBILL_TEST_SCHEDULES: count };
const args = ["--project", "crash", "test/crash/schedules.test.ts"];
close([await suite({ title: `${count} schedules of a payment`, args, env })]);
