import { expect, test } from "vitest";
import { DAY_MS } from "#kernel/instant.ts";
import { entry, makePhone, makeServer, picture } from "#test/support/outbox/phone-and-server.ts";
import { countsOf } from "./counts.ts";
import type { Answer, Part } from "./ports.ts";

test("an outcome takes the picture that it names, and drops other drafts of its stop alone", async () => {
  const phone = makePhone(makeServer());
  for (const file of [picture("small", 3), picture("original", 9), { ...picture("other", 5), taskId: "u" }])
    phone.store.addFile(file, new Uint8Array(file.bytes));
  await phone.outbox.record([entry("a", { type: "start" })]);
  expect((await phone.store.read()).files).toHaveLength(3);
  await phone.outbox.record([entry("a", { type: "succeed", fileIds: ["small"] })]);
  const { files } = await phone.store.read();
  expect(files.map(({ id, state }) => [id, state])).toEqual([
    ["small", "waiting"],
    ["other", "draft"],
  ]);
});

test("an outcome that names a picture which is not here leaves the drafts of its stop", async () => {
  const phone = makePhone(makeServer());
  phone.store.addFile(picture("here", 3), new Uint8Array(3));
  await phone.outbox.record([entry("a", { type: "succeed", fileIds: ["gone"] })]);
  expect((await phone.store.read()).files.map(({ id, state }) => `${id} ${state}`)).toEqual(["here draft"]);
});

test("pictures go in parts after the commands, and go on where the server stands", async () => {
  const server = makeServer();
  const phone = makePhone(server);
  phone.store.addFile(picture("p", 300_000), new Uint8Array(300_000));
  await phone.outbox.record([entry("a", { fileIds: ["p"] })]);
  let left = 3;
  phone.line.now = () => ((left -= 1) >= 0 ? "good" : "lost");
  expect(await phone.outbox.drain()).toBe("no-network");
  expect(server.pictures.get("p")).toBe(128_000);
  phone.line.now = () => "good";
  expect(await phone.outbox.drain()).toBe("sent");
  expect(server.pictures.get("p")).toBe(300_000);
  expect((await phone.store.read()).files[0]?.state).toBe("sent");
});

/** A phone with one picture to send, whose uploads are answered so. */
async function withPicture(upload: (part: Part) => Answer<{ next: number; complete: boolean }>) {
  const server = makeServer();
  const phone = makePhone({ ...server, upload });
  phone.store.addFile(picture("p", 200_000), new Uint8Array(200_000));
  await phone.outbox.record([entry("a", { fileIds: ["p"] })]);
  return { ...phone, server, file: async () => (await phone.store.read()).files[0] };
}

test("a picture that arrived damaged starts anew once, and then needs a look", async () => {
  let damaged = 1;
  const offsets: number[] = [];
  const { outbox, file, server } = await withPicture((part) => {
    offsets.push(part.offset);
    const answer = server.upload(part);
    if (answer.kind !== "ok" || !answer.value.complete || (damaged -= 1) < 0) return answer;
    server.pictures.delete(part.file.id);
    return { kind: "refused", code: "courier.proof-broken", isBroken: true };
  });
  expect(await outbox.drain()).toBe("sent");
  expect(await file()).toMatchObject({ state: "sent" });
  expect(offsets).toEqual([0, 0, 128_000, 0, 0, 128_000]);

  damaged = 2;
  server.restore(0);
  await outbox.drain();
  expect(await file()).toMatchObject({ state: "look", code: "courier.proof-broken" });
});

test("a picture that is refused while its command is open waits with it, and others go on", async () => {
  let isTheirs = false;
  const server = makeServer((type) => (type === "succeed" && !isTheirs ? "later" : "accepted"));
  const phone = makePhone({
    ...server,
    upload: (part) =>
      part.file.id === "p" && !isTheirs
        ? { kind: "refused", code: "deliveries.not-found" }
        : server.upload(part),
  });
  for (const id of ["p", "q"]) phone.store.addFile(picture(id, 3), new Uint8Array(3));
  await phone.outbox.record([
    entry("a", { type: "succeed", fileIds: ["p"] }),
    entry("b", { fileIds: ["q"] }),
  ]);
  const files = async () =>
    (await phone.store.read()).files.map(({ id, state }) => `${id} ${state}`).toSorted();
  await phone.outbox.drain();
  expect(await files()).toEqual(["p waiting", "q sent"]);
  isTheirs = true;
  await phone.outbox.drain();
  expect(await files()).toEqual(["p sent", "q sent"]);
});

test("a picture that is refused waits for every stop of the tap that names it", async () => {
  let isTheirs = false;
  const server = makeServer((type) => (type === "arrive" && !isTheirs ? "later" : "accepted"));
  const phone = makePhone({ ...server, upload: () => ({ kind: "refused", code: "deliveries.not-found" }) });
  phone.store.addFile(picture("p", 3), new Uint8Array(3));
  const beside = { deliveryId: "b", taskId: "u", proofs: [{ id: "q", of: "p" }] };
  await phone.outbox.record([
    entry("a", { fileIds: ["p"] }),
    entry("b", { type: "arrive", body: beside, fileIds: ["p"] }),
  ]);
  await phone.outbox.drain();
  expect((await phone.store.read()).files[0]?.state).toBe("waiting");
  isTheirs = true;
  await phone.outbox.drain();
  expect((await phone.store.read()).files[0]?.state).toBe("look");
});

test("a refused picture is sent again when the courier says so, or is confirmed and goes after seven days", async () => {
  let isOdd = true;
  const { outbox, file, server, store, time } = await withPicture((part) =>
    isOdd ? { kind: "refused", code: "x.y" } : server.upload(part),
  );
  expect(await outbox.drain()).toBe("sent");
  expect(countsOf(await store.read()).looks).toBe(1);
  await outbox.sendAgain("p");
  expect(countsOf(await store.read())).toEqual({ commands: 0, files: 1, looks: 0 });
  await outbox.drain();
  await outbox.confirm(["p"]);
  expect(await file()).toMatchObject({ state: "look", isSeen: true });
  expect(countsOf(await store.read()).looks).toBe(0);
  await outbox.sendAgain("p");
  isOdd = false;
  await outbox.drain();
  expect(await file()).toMatchObject({ state: "sent", code: null, isSeen: false });

  isOdd = true;
  server.restore(0);
  await outbox.drain();
  time.wall += 8 * DAY_MS;
  await outbox.drain();
  expect(await file()).toMatchObject({ state: "look" });
  await outbox.confirm(["p"]);
  await outbox.drain();
  expect(await file()).toBeUndefined();
});
