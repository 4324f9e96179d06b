import * as z from "zod/mini";
import { Id } from "#contract/schemas.ts";
import { READY_ANSWERS } from "#features/courier/domain/message-answer.ts";
import type { ReadBody, Report } from "#features/courier/domain/sync/report.ts";
import { MESSAGE_LIMITS } from "../domain/limits.ts";

const Answer = z.union([
  z.object({ ready: z.enum(READY_ANSWERS), text: z.null() }),
  z.object({
    ready: z.null(),
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MESSAGE_LIMITS.answer)),
  }),
]);

/** Bodies of version 1, as in the courier's `COMMAND_BODIES`: loose, frozen, readable for a year (`fixtures/`). */
export const MESSAGE_BODIES = {
  message_seen: z.object({ messageId: Id }),
  message_acknowledged: z.object({ messageId: Id, answer: z.nullable(Answer) }),
} as const;
type MessageType = keyof typeof MESSAGE_BODIES;
export type MessageBody = {
  [T in MessageType]: { type: T } & z.output<(typeof MESSAGE_BODIES)[T]>;
}[MessageType];

const VERSION = 1;
const isOurs = (type: string): type is MessageType => Object.hasOwn(MESSAGE_BODIES, type);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a command of this room; undefined for one of another room. It holds up no delivery's other commands. */
export function readMessageCommand({
  type,
  v,
  body: text,
}: Pick<Report, "type" | "v" | "body">): ReadBody | undefined {
  if (!isOurs(type)) return undefined;
  if (v > VERSION) return { kind: "newer", deliveryId: null };
  const read = MESSAGE_BODIES[type].safeParse(parsed(text));
  if (!read.success) return { kind: "malformed", deliveryId: null };
  const { messageId } = read.data;
  // Safe: the schema of this very type parsed it.
  const said = { type, ...read.data, messageId: messageId.toLowerCase() } as MessageBody;
  return { kind: "read", body: { type: "other", deliveryId: null, taskId: null, said } };
}
