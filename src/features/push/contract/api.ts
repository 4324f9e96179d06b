import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText, Nothing } from "#contract/schemas.ts";
import { WORD_LOCALES } from "#kernel/locale.ts";
import { LONGEST_ENDPOINT } from "../domain/limits.ts";

/** A browser that gets notifications, named as among the sign-ins. */
const PushDevice = z.strictObject({
  id: Id,
  /** SHA-256 of its address in hex: the browser itself knows by it that it is this one. */
  mark: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  madeAt: InstantText,
  /** When its push service last took something; null before. */
  reachedAt: z.nullable(InstantText),
});
export type PushDevice = z.output<typeof PushDevice>;

const PushDevices = z.strictObject({
  /** The server's key, base64url: browsers take pushes of nobody else. */
  publicKey: z.string(),
  /** The newest first. */
  devices: z.array(PushDevice),
});
export type PushDevices = z.output<typeof PushDevices>;

const Key = z.string().check(z.maxLength(200));
const Address = z.string().check(z.maxLength(LONGEST_ENDPOINT));

export const pushApi = {
  listPushDevices: endpoint({
    id: "listPushDevices",
    method: "GET",
    path: "/api/me/push",
    needs: "self",
    summary: "Where this person gets notifications, the newest first",
    input: Nothing,
    reply: PushDevices,
    refusals: [],
  }),
  addPushDevice: endpoint({
    id: "addPushDevice",
    method: "POST",
    path: "/api/me/push",
    needs: "self",
    summary: "Send notifications to this browser, which is this person's from now on",
    input: z.strictObject({
      /** Address and keys by the browser's subscription. */
      endpoint: Address,
      p256dh: Key,
      auth: Key,
      language: z.enum(WORD_LOCALES),
    }),
    reply: PushDevices,
    refusals: ["push.address-refused", "push.too-many"],
    limitPerMinute: 20,
  }),
  renewPushDevice: endpoint({
    id: "renewPushDevice",
    method: "POST",
    path: "/api/push/renew",
    needs: "anyone",
    summary:
      "Replace the address of a browser that its push service gave a new one, for the secrets of the old one",
    input: z.strictObject({
      old: z.strictObject({ endpoint: Address, auth: Key }),
      endpoint: Address,
      p256dh: Key,
      auth: Key,
    }),
    reply: Nothing,
    refusals: ["push.address-refused", "push.unknown-device"],
    keyedByContent: true,
    limitPerMinute: 20,
  }),
  removePushDevice: endpoint({
    id: "removePushDevice",
    method: "POST",
    path: "/api/me/push/:id/remove",
    needs: "self",
    summary: "Send no more notifications to one of one's own devices",
    input: z.strictObject({ id: Id }),
    reply: PushDevices,
    refusals: ["http.not-found"],
  }),
};
