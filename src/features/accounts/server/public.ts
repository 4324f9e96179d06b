/** Exports of accounts for other rooms and `main`. */
export { actorFor } from "./actor-for.ts";
export { courierById, couriersById, couriersOf } from "./couriers.ts";
export { accountsRoom } from "./room.ts";
