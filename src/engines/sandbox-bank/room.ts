import type { Room } from "#server/room.ts";
import type { Sandbox } from "./sandbox.ts";
import { formRoutes, pageRoutes } from "./routes.ts";

const BANK_JOB = "payments.sandbox-bank";

/**
 * The bank's own addresses on this server, and its time, which goes on whether somebody asks or not.
 *
 * @param hasForm whether its card form is served here too, or by its own address alone
 */
export const sandboxRoom = ({ bank, api, tick }: Sandbox, hasForm: boolean): Room => ({
  name: "sandbox-bank",
  routes: [],
  rawRoutes: hasForm ? [...formRoutes(api), ...pageRoutes(bank)] : pageRoutes(bank),
  refusals: {},
  jobs: { jobs: { [BANK_JOB]: tick }, every: { [BANK_JOB]: 1 } },
});
