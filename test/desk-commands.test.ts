import { expect, test } from "vitest";
import { DESK_ENDPOINTS } from "#contract/desk-commands.ts";
import { endpointsOfRooms } from "#test/support/endpoints.ts";

/** Calls that the office may make and that are no command of the desk: the history of the day does not show them. */
const NO_COMMANDS: Readonly<Record<string, string>> = {
  checkPin: "asks whether the recipient's number is right",
  keepProof: "brings a picture of a stop that is noted when the stop ends",
  sayArrival: "tells when somebody will arrive, and moves nothing",
  openEntered: "gives the link of an order that is noted already",
  openTogether: "gives the link of orders that are noted already",
  quoteGroup: "says what each courier would need for several deliveries, and moves none",
  quoteGaps: "says what each place of a route would need, and moves nothing",
  planOwnOrders: "plans orders that are none of ours",
};

test("every call with a power of the desk is a command of its history, an act of the audit log, or said to be neither", () => {
  const endpoints = endpointsOfRooms();
  const powers = new Set(endpoints.filter(({ id }) => DESK_ENDPOINTS[id]).map(({ needs }) => needs));
  const forgotten = endpoints.filter(
    ({ id, method, needs, audit }) =>
      method !== "GET" && powers.has(needs) && !audit && !DESK_ENDPOINTS[id] && !NO_COMMANDS[id],
  );
  expect(forgotten.map(({ id }) => id)).toEqual([]);
});

test("what is listed here is still offered", () => {
  const offered = new Set(endpointsOfRooms().map(({ id }) => id));
  const gone = [...Object.keys(DESK_ENDPOINTS), ...Object.keys(NO_COMMANDS)].filter((id) => !offered.has(id));
  expect(gone).toEqual([]);
});
