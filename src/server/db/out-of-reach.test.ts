import { expect, test } from "vitest";
import { problemOf } from "../http/problems.ts";
import { isOutOfReach } from "./out-of-reach.ts";

const withCode = (code: string) => Object.assign(new Error("inside"), { code });

test.each([
  ["a server that is away", withCode("ECONNREFUSED")],
  ["a connection that broke", new Error("Connection terminated unexpectedly")],
  [
    "a connection that was cut between two statements",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["a disk that is full", withCode("53100"), "http.disk-full"],
  ["a server that became a standby", withCode("25006")],
  ["a statement that took too long", withCode("57014")],
  ["a lock that did not clear up", withCode("40P01")],
  ["a race that was lost too often", withCode("40001")],
])(
  "%s says nothing of what was sent: the whole call fails and is tried again",
  (_what, error, code = "http.busy") => {
    expect(isOutOfReach(error)).toBe(true);
    expect(problemOf(error, "r", {})).toMatchObject({ status: 503, code });
  },
);

test("a bug is not taken for a database out of reach", () => {
  expect(isOutOfReach(new TypeError("undefined is not a function"))).toBe(false);
  expect(isOutOfReach(withCode("23505"))).toBe(false);
});
