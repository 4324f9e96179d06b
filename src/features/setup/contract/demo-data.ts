import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Nothing } from "#contract/schemas.ts";

/** Reasons for which the data of a demo stays. */
export const DEMO_HOLDS = ["open-demo", "real-money", "real-orders"] as const;

export const DemoData = z.strictObject({
  /** False for an installation that never was a demo, or is none any more. */
  isDemo: z.boolean(),
  /** Name of the organisation, which is typed to confirm. */
  name: z.string(),
  deliveries: z.int(),
  /** People who go; those who stay are administrators. */
  people: z.int(),
  administrators: z.int(),
  heldBy: z.nullable(z.enum(DEMO_HOLDS)),
});
export type DemoData = z.output<typeof DemoData>;

/** Calls that `main` answers, which alone knows the demo. */
export const demoDataApi = {
  readDemoData: endpoint({
    id: "readDemoData",
    method: "GET",
    path: "/api/setup/demo-data",
    needs: "setup:run",
    summary: "How much made-up data of the demo there is, and whether it may be removed",
    input: Nothing,
    reply: DemoData,
    refusals: [],
  }),
  removeDemoData: endpoint({
    id: "removeDemoData",
    method: "POST",
    path: "/api/setup/demo-data/removal",
    needs: "setup:run",
    audit: "system.demo-removed",
    summary: "Remove the data of the demo for good; administrators, name and map stay",
    input: z.strictObject({
      /** The organisation's name, as typed. */
      name: z.string().check(z.maxLength(200)),
    }),
    reply: DemoData,
    refusals: [
      "setup.no-demo",
      "setup.other-name",
      "setup.open-demo",
      "setup.real-money",
      "setup.real-orders",
    ],
    limitPerMinute: 6,
  }),
};
