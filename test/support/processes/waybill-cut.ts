// The command line, which kills itself at the place that WAYBILL_CRASH_AT names: the variable is no setting.
import "#server/failpoint.ts";
import { main } from "#main/cli/main.ts";

delete process.env["WAYBILL_CRASH_AT"];
await main(process.argv.slice(2), process.cwd());
