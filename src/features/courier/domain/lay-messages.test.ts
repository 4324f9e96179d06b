import { expect, test } from "vitest";
import { layMessages } from "./lay-messages.ts";

const plain = (id: string) => ({ id, seenAt: null, acknowledgedAt: null, answer: null });
const said = (type: string, messageId: string, wall: number, answer: object | null = null) => ({
  type,
  wall,
  body: JSON.stringify(type === "message_seen" ? { messageId } : { messageId, answer }),
});
const at = (wall: number) => new Date(wall).toISOString();

test("what a phone says of a message shows before it is sent, with the time of the tap", () => {
  const unsent = [said("message_seen", "a", 1_000), said("message_acknowledged", "a", 2_000)];
  expect(layMessages([plain("a"), plain("b")], unsent)).toEqual([
    { id: "a", seenAt: at(1_000), acknowledgedAt: at(2_000), answer: null },
    plain("b"),
  ]);
});

test("the first acknowledgement and the first answer stand, and other commands say nothing of messages", () => {
  const yes = { ready: "yes", text: null } as const;
  const unsent = [
    { type: "start", body: "{}", wall: 1 },
    said("message_acknowledged", "a", 1_000),
    said("message_acknowledged", "a", 2_000, yes),
    said("message_acknowledged", "a", 3_000, { ready: "no", text: null }),
  ];
  expect(layMessages([plain("a")], unsent)).toEqual([
    { id: "a", seenAt: at(1_000), acknowledgedAt: at(1_000), answer: yes },
  ]);
  expect(layMessages([plain("a")], [])).toEqual([plain("a")]);
});
