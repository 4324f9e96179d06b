import type { Room, RoomParts } from "#server/room.ts";
import { PAYMENTS_REFUSALS } from "../contract/refusals.ts";
import { sandboxProvider } from "./gateway-sandbox.ts";
import { paymentJobs } from "./reactions.ts";
import { closedRoutes, paymentRoutes } from "./routes.ts";
import type { Desk } from "./run-operation.ts";
import { openSandboxBank } from "./sandbox/bank.ts";
import { bankRoutes } from "./sandbox/routes.ts";

/** The room of money: one payment per order, held at booking, captured at the doorstep. */
export function paymentsRoom(parts: RoomParts): Room {
  const shared = { name: "payments", refusals: PAYMENTS_REFUSALS };
  if (parts.payment === "none") return { ...shared, routes: closedRoutes() };
  const bank = openSandboxBank({ ...parts, allowedInProduction: parts.sandboxAllowed ?? false });
  const desk: Desk = { ...parts, provider: sandboxProvider(bank), instance: parts.orgId };
  return {
    ...shared,
    routes: paymentRoutes(desk),
    rawRoutes: bankRoutes(bank),
    jobs: paymentJobs(desk),
  };
}
