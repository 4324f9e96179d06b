import { type Instant, toIso } from "#kernel/instant.ts";
import type { MessageAnswer } from "./message-answer.ts";

interface Message {
  readonly id: string;
  readonly seenAt: string | null;
  readonly acknowledgedAt: string | null;
  readonly answer: MessageAnswer | null;
}

interface Frozen {
  readonly type: string;
  /** JSON as it was frozen. */
  readonly body: string;
  readonly wall: Instant;
}

/** Messages of the day with what this phone says of them laid over them, while it is not sent. */
export function layMessages<M extends Message>(messages: readonly M[], unsent: readonly Frozen[]): M[] {
  const said = unsent.filter(({ type }) => type === "message_seen" || type === "message_acknowledged");
  if (said.length === 0) return [...messages];
  return messages.map((message) => said.reduce(after, message));
}

function after<M extends Message>(message: M, { type, body, wall }: Frozen): M {
  // Safe: this phone wrote it.
  const { messageId, answer } = JSON.parse(body) as { messageId: string; answer?: MessageAnswer | null };
  if (messageId !== message.id) return message;
  const at = toIso(wall);
  const seen = { ...message, seenAt: message.seenAt ?? at };
  if (type === "message_seen") return seen;
  return {
    ...seen,
    acknowledgedAt: message.acknowledgedAt ?? at,
    answer: message.answer ?? answer ?? null,
  };
}
