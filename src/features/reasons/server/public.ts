/** Exports of reasons for later rooms and `main`. */
export { readFaults } from "./faults-record.ts";
export { reasonsRoom } from "./room.ts";
