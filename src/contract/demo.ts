import * as z from "zod/mini";
import { DemoPerson } from "./browser-config.ts";
import { endpoint } from "./endpoint.ts";
import { InstantText, Nothing } from "./schemas.ts";

/** Simulated couriers stand still, ride in real time, or sixty times as fast. */
export const DemoSpeed = z.union([z.literal(0), z.literal(1), z.literal(60)]);
export type DemoSpeed = z.output<typeof DemoSpeed>;

/** The live day: how fast it runs, what it did since it was started. */
export const DemoDay = z.strictObject({
  speed: DemoSpeed,
  startedAt: z.nullable(InstantText),
  /** Couriers that the simulation rides; a courier whom a person operates is left alone. */
  riding: z.int(),
  booked: z.int(),
  ended: z.int(),
});
export type DemoDay = z.output<typeof DemoDay>;

/** Only an install that was set up as a demo answers; any other says that nothing is here. */
export const demoApi = {
  readDemo: endpoint({
    id: "readDemo",
    method: "GET",
    path: "/api/demo",
    needs: "anyone",
    summary: "Who stands behind the doors of the demo, addresses to try, and whether its live day runs",
    input: Nothing,
    reply: z.strictObject({ people: z.array(DemoPerson), addresses: z.array(z.string()), day: DemoDay }),
    refusals: ["http.not-found"],
  }),
  runDay: endpoint({
    id: "runDay",
    method: "POST",
    path: "/api/demo/day",
    needs: "demo:run",
    audit: "no",
    summary: "Start, speed up or stop the live day",
    input: z.strictObject({ speed: DemoSpeed }),
    reply: DemoDay,
    refusals: ["http.not-found"],
  }),
  openTracking: endpoint({
    id: "openTracking",
    method: "POST",
    path: "/api/demo/tracking-link",
    needs: "anyone",
    summary: "A fresh tracking link to a delivery of the demo: of one order, or of what is on its way",
    input: z.strictObject({ orderId: z.optional(z.uuid()) }),
    reply: z.strictObject({ token: z.string(), path: z.string(), createdAt: InstantText }),
    refusals: ["http.not-found"],
    secret: true,
    limitPerMinute: 20,
  }),
};
