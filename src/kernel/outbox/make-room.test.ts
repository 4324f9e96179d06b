import { expect, test } from "vitest";
import { GIVEN_UP_FOR_PHOTOS, type GivenUp, writeWithRoom } from "./make-room.ts";

class Full extends Error {}

/** A storage that takes a write once so many things were given up. */
function storage(needed: number, failing?: GivenUp, order?: readonly GivenUp[]) {
  const given: GivenUp[] = [];
  const write = () => (given.length < needed ? Promise.reject(new Full()) : Promise.resolve("written"));
  const giveUp = (what: GivenUp) => {
    given.push(what);
    return what === failing ? Promise.reject(new Error("gone")) : Promise.resolve();
  };
  const room = { isFull: (error: unknown) => error instanceof Full, giveUp };
  return { given, done: () => writeWithRoom(write, room, order) };
}

test("a full phone gives up the map, then positions, sent pictures and its reserve, and no more than it must", async () => {
  const one = storage(1);
  expect(await one.done()).toBe("written");
  expect(one.given).toEqual(["map"]);
  const all = storage(4, "positions");
  expect(await all.done()).toBe("written");
  expect(all.given).toEqual(["map", "positions", "sent-pictures", "reserve"]);
});

test("with nothing left to give up, and with another fault, the write fails", async () => {
  await expect(storage(5).done()).rejects.toBeInstanceOf(Full);
  const giveUp = () => Promise.reject(new Error("asked"));
  const other = writeWithRoom(() => Promise.reject(new Error("other")), { isFull: () => false, giveUp });
  await expect(other).rejects.toThrow("other");
});

test("a photo never takes the reserve", async () => {
  const photo = storage(4, undefined, GIVEN_UP_FOR_PHOTOS);
  await expect(photo.done()).rejects.toBeInstanceOf(Full);
  expect(photo.given).toEqual(["map", "positions", "sent-pictures"]);
});
