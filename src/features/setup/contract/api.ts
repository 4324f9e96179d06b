import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Currency, InstantText, Name, Nothing } from "#contract/schemas.ts";
import { READY_CHECKS } from "../domain/ready.ts";
import { SETUP_STEPS } from "../domain/steps.ts";

const Organisation = z.strictObject({
  name: Name,
  currency: Currency,
  timezone: z.string().check(z.minLength(1), z.maxLength(64)),
});

export const Setup = z.strictObject({
  organisation: z.strictObject({
    ...Organisation.shape,
    /** Prices were asked for: currency and zone stay. */
    isFixed: z.boolean(),
  }),
  steps: z.array(z.strictObject({ step: z.enum(SETUP_STEPS), state: z.enum(["open", "left", "done"]) })),
  hasMap: z.boolean(),
  openings: z.int(),
  vehicles: z.array(z.strictObject({ name: z.string(), class: z.string() })),
  /** Active members, the administrator among them. */
  people: z.int(),
  hasOwnPrices: z.boolean(),
  /** An own list is in force, and prices no further try or no way back. */
  lacksLaterPrices: z.boolean(),
  /** Steps that keep the set-up from its end. */
  missing: z.array(z.enum(SETUP_STEPS)),
  finishedAt: z.nullable(InstantText),
});
export type Setup = z.output<typeof Setup>;

export const Ready = z.strictObject({
  rows: z.array(
    z.strictObject({
      check: z.enum(READY_CHECKS),
      state: z.enum(["good", "careful", "bad"]),
      facts: z.record(z.string(), z.union([z.string(), z.number()])),
      page: z.nullable(z.string()),
      command: z.nullable(z.string()),
    }),
  ),
});
export type Ready = z.output<typeof Ready>;

export const setupApi = {
  readReady: endpoint({
    id: "readReady",
    method: "GET",
    path: "/api/setup/ready",
    needs: "setup:run",
    summary: "What the running configuration lacks before the first real order; no secret is among it",
    input: Nothing,
    reply: Ready,
    refusals: [],
  }),
  sendTestMail: endpoint({
    id: "sendTestMail",
    method: "POST",
    path: "/api/setup/test-mail",
    needs: "setup:run",
    audit: "no",
    summary: "Send a mail to one's own address by the mail server, and note that it was taken",
    input: Nothing,
    reply: Ready,
    refusals: ["setup.no-mail-server", "setup.no-address", "setup.mail-refused"],
    limitPerMinute: 6,
  }),
  readSetup: endpoint({
    id: "readSetup",
    method: "GET",
    path: "/api/setup",
    needs: "setup:run",
    summary: "How far the first set-up of this installation is",
    input: Nothing,
    reply: Setup,
    refusals: [],
  }),
  editOrganisation: endpoint({
    id: "editOrganisation",
    method: "PUT",
    path: "/api/setup/organisation",
    needs: "setup:run",
    audit: "company.changed",
    summary: "Set the organisation's name; and its currency and time zone until somebody asks for a price",
    input: Organisation,
    reply: Setup,
    refusals: ["setup.already-priced", "setup.unknown-currency", "setup.unknown-zone"],
  }),
  passStep: endpoint({
    id: "passStep",
    method: "POST",
    path: "/api/setup/passed",
    needs: "setup:run",
    audit: "company.step-passed",
    summary: "Leave a step behind, done or as it was",
    input: z.strictObject({ step: z.enum(SETUP_STEPS) }),
    reply: Setup,
    refusals: ["setup.incomplete"],
  }),
};
