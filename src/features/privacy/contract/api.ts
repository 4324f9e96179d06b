import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Email, Id, InstantText, Nothing, PageSize, page, Phone } from "#contract/schemas.ts";
import { DELIVERY_STATES } from "#features/deliveries/domain/state.ts";
import { KEEP, type KeptKind } from "../domain/retention.ts";

const daysOf = (kind: KeptKind) => z.int().check(z.gte(KEEP[kind].min), z.lte(KEEP[kind].max));

/** Days after a delivery's end; null for ever. */
const days = {
  recipient: z.nullable(daysOf("recipient")),
  sender: z.nullable(daysOf("sender")),
  pictures: z.nullable(daysOf("pictures")),
};
/** Days since they were made; null for ever. */
const ages = {
  tracks: daysOf("tracks"),
  messages: z.nullable(daysOf("messages")),
  notices: z.nullable(daysOf("notices")),
};

export const Retention = z.strictObject({
  /** 0 before the first are saved. */
  version: z.int(),
  ...days,
  ...ages,
  changedAt: z.nullable(InstantText),
  /** Due to be forgotten in the next night; of more than a thousand a thousand are counted. */
  due: z.strictObject({
    recipient: z.int(),
    sender: z.int(),
    pictures: z.int(),
    tracks: z.int(),
    messages: z.int(),
    notices: z.int(),
  }),
});
export type Retention = z.output<typeof Retention>;

/** A person as deliveries know one: by a phone number or an e-mail address, on either side. */
export const Person = z.union([z.strictObject({ phone: Phone }), z.strictObject({ email: Email })]);
export type Person = z.output<typeof Person>;

/** Most deliveries of one person that are copied or forgotten in one go. */
export const MOST_FOUND = 500;

export const PersonFound = z.strictObject({
  /** Of more than `MOST_FOUND` one more is counted. */
  deliveries: z.int(),
  /** Of them under way, or with money open. */
  open: z.int(),
  /** When the first and the last were made; null where there are none. */
  first: z.nullable(InstantText),
  last: z.nullable(InstantText),
});
export type PersonFound = z.output<typeof PersonFound>;

const Known = z.record(z.string(), z.unknown());

/** Everything that is kept about a person, for a file of their own. */
export const PersonExport = z.strictObject({
  madeAt: InstantText,
  deliveries: z.array(
    z.strictObject({
      number: z.string(),
      state: z.enum(DELIVERY_STATES),
      createdAt: InstantText,
      sides: z.array(z.enum(["sender", "recipient"])),
      /** Contact and address of each side that is this person. */
      data: z.array(Known),
      notices: z.array(Known),
      choices: z.array(Known),
      pictures: z.int(),
    }),
  ),
});
export type PersonExport = z.output<typeof PersonExport>;

export const Erasure = z.strictObject({
  id: Id,
  deliveries: z.int(),
  pictures: z.int(),
  erasedAt: InstantText,
  erasedBy: z.nullable(z.string()),
});
export type Erasure = z.output<typeof Erasure>;

export const privacyApi = {
  readRetention: endpoint({
    id: "readRetention",
    method: "GET",
    path: "/api/privacy/retention",
    needs: "policy:edit",
    summary: "For how many days personal data is kept, and how much of it is due",
    input: Nothing,
    reply: Retention,
    refusals: [],
  }),
  editRetention: endpoint({
    id: "editRetention",
    method: "PUT",
    path: "/api/privacy/retention",
    needs: "policy:edit",
    audit: "privacy.periods-set",
    summary:
      "Set for how many days personal data is kept; the next night forgets by it. Ages left out stay as they are",
    input: z.strictObject({
      version: z.int(),
      ...days,
      tracks: z.optional(ages.tracks),
      messages: z.optional(ages.messages),
      notices: z.optional(ages.notices),
    }),
    reply: Retention,
    refusals: ["privacy.changed-meanwhile"],
  }),
  findPerson: endpoint({
    id: "findPerson",
    method: "POST",
    path: "/api/privacy/person",
    needs: "policy:edit",
    audit: "no",
    summary: "How many deliveries know a person; a POST, so that no address holds the number",
    input: z.strictObject({ person: Person }),
    reply: PersonFound,
    refusals: [],
    secret: true,
    keyedByContent: true,
    limitPerMinute: 30,
  }),
  exportPerson: endpoint({
    id: "exportPerson",
    method: "POST",
    path: "/api/privacy/person/export",
    needs: "policy:edit",
    recentSignIn: true,
    audit: "privacy.person-exported",
    summary: "Everything that deliveries know about a person",
    input: z.strictObject({ person: Person }),
    reply: PersonExport,
    refusals: ["privacy.too-many"],
    secret: true,
    keyedByContent: true,
    limitPerMinute: 10,
  }),
  erasePerson: endpoint({
    id: "erasePerson",
    method: "POST",
    path: "/api/privacy/erasures",
    needs: "policy:edit",
    recentSignIn: true,
    audit: "privacy.person-erased",
    summary: "Overwrite what names a person in their deliveries; sums, times and receipts stay",
    input: z.strictObject({
      person: Person,
      /** As many as were shown. */
      deliveries: z.int(),
    }),
    reply: Erasure,
    refusals: ["privacy.still-open", "privacy.other-count", "privacy.too-many"],
  }),
  listErasures: endpoint({
    id: "listErasures",
    method: "GET",
    path: "/api/privacy/erasures",
    needs: "policy:edit",
    summary: "Persons who were forgotten, the last first, without their names; page by cursor",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(Erasure),
    refusals: [],
  }),
};
