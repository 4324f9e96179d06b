import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { MESSAGE_BODIES, readMessageCommand } from "./commands.ts";

const FOLDER = "src/features/messages/contract/fixtures";
const messageId = "0197a0b0-0000-7000-8000-000000000001";

/** Meaning of each command that a phone may still hold, by its fixture: a released one stays readable for a year. */
const MEANINGS: Readonly<Record<string, object>> = {
  "message_seen-v1": { type: "message_seen", messageId },
  "message_acknowledged-v1": { type: "message_acknowledged", messageId, answer: null },
  "message_acknowledged-v1-ready": {
    type: "message_acknowledged",
    messageId,
    answer: { ready: "call_me", text: null },
  },
  "message_acknowledged-v1-typed": {
    type: "message_acknowledged",
    messageId,
    answer: { ready: null, text: "In ten minutes" },
  },
};

const names = readdirSync(FOLDER).map((file) => file.replace(".json", ""));

test.each(names)("a phone's %s is read as it was meant, and holds up no delivery", (name) => {
  const fixture = JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8"));
  expect(readMessageCommand(fixture)).toEqual({
    kind: "read",
    body: { type: "other", deliveryId: null, taskId: null, said: MEANINGS[name] },
  });
});

test("every command has a fixture, and commands of other rooms are left to them", () => {
  expect(names.toSorted()).toEqual(Object.keys(MEANINGS).toSorted());
  for (const type of Object.keys(MESSAGE_BODIES)) expect(names).toContain(`${type}-v1`);
  expect(readMessageCommand({ type: "start", v: 1, body: "{}" })).toBeUndefined();
  expect(readMessageCommand({ type: "message_seen", v: 2, body: "{}" })).toEqual({
    kind: "newer",
    deliveryId: null,
  });
  for (const body of ["[", "{}", `{"messageId":"${messageId}","answer":{"ready":"yes","text":"x"}}`])
    expect(readMessageCommand({ type: "message_acknowledged", v: 1, body })).toEqual({
      kind: "malformed",
      deliveryId: null,
    });
});
