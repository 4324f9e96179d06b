import { expect, test } from "vitest";
import { type GivenUp, writeWithRoom } from "./make-room.ts";

class Full extends Error {}

/** A storage that takes a write once so many things were given up. */
function storage(needed: number, failing?: GivenUp) {
  const given: GivenUp[] = [];
  const write = () => (given.length < needed ? Promise.reject(new Full()) : Promise.resolve("written"));
  const giveUp = (what: GivenUp) => {
    given.push(what);
    return what === failing ? Promise.reject(new Error("gone")) : Promise.resolve();
  };
  return { given, done: () => writeWithRoom(write, { isFull: (error) => error instanceof Full, giveUp }) };
}

test("a full phone gives up positions, then sent pictures, then its reserve, and no more than it must", async () => {
  const one = storage(2);
  expect(await one.done()).toBe("written");
  expect(one.given).toEqual(["positions", "sent-pictures"]);
  const all = storage(3, "positions");
  expect(await all.done()).toBe("written");
  expect(all.given).toEqual(["positions", "sent-pictures", "reserve"]);
});

test("with nothing left to give up, and with another fault, the write fails", async () => {
  await expect(storage(4).done()).rejects.toBeInstanceOf(Full);
  const giveUp = () => Promise.reject(new Error("asked"));
  const other = writeWithRoom(() => Promise.reject(new Error("other")), { isFull: () => false, giveUp });
  await expect(other).rejects.toThrow("other");
});
