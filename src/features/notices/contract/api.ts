import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Currency, Email, Id, InstantText, LocalTime, Nothing, Phone } from "#contract/schemas.ts";
import { WORD_LOCALES } from "#kernel/locale.ts";
import { AUDIENCES, type ChosenNotice, NOTICES, WAYS, WORDED_WAYS } from "../domain/notices.ts";
import { DROP_CAUSES, NOTICE_STATES } from "../domain/outbox.ts";

/** Longest wordings, in characters. */
export const WORDING_LIMITS = { subject: 200, body: 2000 } as const;

const Ways = z.readonly(z.array(z.enum(WAYS)).check(z.maxLength(WAYS.length)));
const Cells = z.strictObject({ recipient: Ways, sender: Ways, guest: Ways });
export const NoticeRules = z.strictObject({
  /** Ways by which each of them hears of it. */
  tells: z.strictObject({
    booked: Cells,
    out_for_delivery: Cells,
    next_stop: Cells,
    late: Cells,
    ready: Cells,
    delivered: Cells,
    missed: Cells,
    returning: Cells,
    returned: Cells,
    cancelled: Cells,
  } satisfies Record<ChosenNotice, unknown>),
  /** Hours of the area's clock in which nothing is sent; null for none. */
  quiet: z.nullable(z.strictObject({ from: LocalTime, to: LocalTime })),
  undoMinutes: z.int().check(z.gte(0), z.lte(15)),
  mostPerDelivery: z.int().check(z.gte(1), z.lte(100)),
  mostPerDay: z.int().check(z.gte(1), z.lte(1000)),
  /** Price of one part of a text message, in millionths of the currency. */
  smsPriceMicros: z.int().check(z.gte(0), z.lte(10_000_000)),
});

/** A way as it is configured; no secret: of its address the name of the server alone. */
const Gateway = z.strictObject({
  /** Messages leave this machine; else they are kept for the demo or the operator. */
  leaves: z.boolean(),
  host: z.nullable(z.string()),
  from: z.nullable(z.string()),
  /** Messages without an answer are sent again under the same id; by other ways a person decides. */
  knowsIds: z.boolean(),
});
export type Gateway = z.output<typeof Gateway>;

export const NoticeSettings = z.strictObject({
  /** 0 until somebody changed them. */
  version: z.int(),
  rules: NoticeRules,
  gateways: z.strictObject({ mail: Gateway, sms: Gateway }),
  /** Text messages of the calendar's month, by its price of then. */
  spent: z.strictObject({ since: InstantText, messages: z.int(), parts: z.int(), costMicros: z.int() }),
  currency: Currency,
});
export type NoticeSettings = z.output<typeof NoticeSettings>;

const Language = z.enum(WORD_LOCALES);
const Subject = z.string().check(z.trim(), z.maxLength(WORDING_LIMITS.subject));
const Body = z.string().check(z.trim(), z.minLength(1), z.maxLength(WORDING_LIMITS.body));

export const NoticeTemplate = z.strictObject({
  notice: z.enum(NOTICES),
  way: z.enum(WORDED_WAYS),
  language: Language,
  /** 0 for Waybill's own wording. */
  version: z.int(),
  /** Empty for text messages. */
  subject: z.string(),
  body: z.string(),
});
export type NoticeTemplate = z.output<typeof NoticeTemplate>;

/** Values that stand for a delivery's in a preview and in a test, with the words that Waybill puts around a wording. */
const NoticeExample = z.strictObject({
  values: z.record(z.string(), z.string()),
  carrier: z.string(),
  button: z.string(),
  /** How a message says that it can be switched off. */
  foot: z.strictObject({ mail: z.string(), sms: z.string() }),
});
export type NoticeExample = z.output<typeof NoticeExample>;

const ONE = { notice: z.enum(NOTICES), way: z.enum(WORDED_WAYS), language: Language };

/** Words of ours where a server or gateway said nothing itself. */
export const OWN_ANSWERS = ["silent", "unreached", "private"] as const;
export type OwnAnswer = (typeof OWN_ANSWERS)[number];

/** One message to one person: what was said, when, how and what came back. The address is masked. */
export const NoticeEntry = z.strictObject({
  id: Id,
  notice: z.enum(NOTICES),
  corrects: z.boolean(),
  audience: z.enum(AUDIENCES),
  way: z.enum(WAYS),
  state: z.enum(NOTICE_STATES),
  why: z.nullable(z.enum(DROP_CAUSES)),
  to: z.nullable(z.string()),
  madeAt: InstantText,
  dueAt: InstantText,
  saidAt: z.nullable(InstantText),
  tries: z.int(),
  /** The words of the server or the gateway, `folder`, or one of `OWN_ANSWERS`. */
  answer: z.nullable(z.string()),
  smsParts: z.nullable(z.int()),
  costMicros: z.nullable(z.int()),
});
export type NoticeEntry = z.output<typeof NoticeEntry>;

/** A text message that no gateway took. */
const DemoText = z.strictObject({
  id: Id,
  audience: z.enum(AUDIENCES),
  text: z.string(),
  at: InstantText,
});
export type DemoText = z.output<typeof DemoText>;

export const noticesApi = {
  readNoticeSettings: endpoint({
    id: "readNoticeSettings",
    method: "GET",
    path: "/api/notices/settings",
    needs: "policy:edit",
    summary: "Who hears of what by which way, quiet hours and limits",
    input: Nothing,
    reply: NoticeSettings,
    refusals: [],
  }),
  editNoticeSettings: endpoint({
    id: "editNoticeSettings",
    method: "PUT",
    path: "/api/notices/settings",
    needs: "policy:edit",
    audit: "rules.notices-changed",
    summary: "Replace them; notices that wait follow the new ones",
    input: z.strictObject({ version: z.int(), rules: NoticeRules }),
    reply: NoticeSettings,
    refusals: ["notices.changed-meanwhile", "notices.not-offered"],
  }),
  readNoticeTemplates: endpoint({
    id: "readNoticeTemplates",
    method: "GET",
    path: "/api/notices/templates",
    needs: "policy:edit",
    summary: "The wordings of one language",
    input: z.strictObject({ language: Language }),
    reply: z.strictObject({ templates: z.array(NoticeTemplate), example: NoticeExample }),
    refusals: [],
  }),
  editNoticeTemplate: endpoint({
    id: "editNoticeTemplate",
    method: "PUT",
    path: "/api/notices/templates",
    needs: "policy:edit",
    audit: "rules.wording-changed",
    summary: "Replace one wording, or go back to Waybill's own",
    input: z.strictObject({
      ...ONE,
      version: z.int(),
      /** Null goes back to Waybill's own. */
      wording: z.nullable(z.strictObject({ subject: Subject, body: Body })),
    }),
    reply: NoticeTemplate,
    refusals: ["notices.changed-meanwhile", "notices.unknown-placeholder", "notices.subject-missing"],
  }),
  testNotice: endpoint({
    id: "testNotice",
    method: "POST",
    path: "/api/notices/test",
    needs: "policy:edit",
    audit: "no",
    summary: "Send a wording, filled with an example, to an address of one's own",
    input: z.strictObject({ ...ONE, subject: Subject, body: Body, to: z.union([Email, Phone]) }),
    reply: z.strictObject({ answer: z.string() }),
    refusals: [
      "notices.unknown-placeholder",
      "notices.subject-missing",
      "notices.no-gateway",
      "notices.not-taken",
    ],
    limitPerMinute: 5,
  }),
  listNotices: endpoint({
    id: "listNotices",
    method: "GET",
    path: "/api/deliveries/:id/notices",
    needs: "delivery:handle",
    summary: "Everything that was said of a delivery, or is to be, the newest first",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({
      entries: z.array(NoticeEntry),
      costMicros: z.int(),
      currency: Currency,
    }),
    refusals: ["deliveries.not-found"],
  }),
  sendNoticeAgain: endpoint({
    id: "sendNoticeAgain",
    method: "POST",
    path: "/api/deliveries/:id/notices/again",
    needs: "delivery:handle",
    summary: "Send the notices of a delivery again that failed or may not have arrived",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ again: z.int() }),
    refusals: ["deliveries.not-found", "notices.nothing-to-send"],
  }),
  listDemoTexts: endpoint({
    id: "listDemoTexts",
    method: "GET",
    path: "/api/orders/:id/texts",
    needs: "anyone",
    summary: "Text messages about an order as a demo shows them to its sender; elsewhere none",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({
      texts: z.array(DemoText),
      /** End of the quiet hours that hold now; absent by day. */
      quietUntil: z.optional(InstantText),
    }),
    refusals: ["deliveries.not-found"],
    limitPerMinute: 40,
  }),
  readNoticeSwitch: endpoint({
    id: "readNoticeSwitch",
    method: "GET",
    path: "/api/notices/switch",
    needs: "anyone",
    summary: "Whether notices to an address are switched off, for the token of a message to it in the header",
    input: Nothing,
    reply: z.strictObject({ carrier: z.string(), to: z.string(), isOff: z.boolean() }),
    refusals: ["notices.unknown-link"],
    limitPerMinute: 30,
  }),
  switchNotices: endpoint({
    id: "switchNotices",
    method: "POST",
    path: "/api/notices/switch",
    needs: "anyone",
    summary: "Switch notices to that address off, or on again",
    input: z.strictObject({ off: z.boolean() }),
    reply: z.strictObject({ carrier: z.string(), to: z.string(), isOff: z.boolean() }),
    refusals: ["notices.unknown-link"],
    limitPerMinute: 30,
  }),
};
