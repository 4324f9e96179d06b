/** What other rooms and `main` may use of accounts. */
export { actorFor } from "./actor-for.ts";
export { courierById, couriersById, couriersOf } from "./couriers.ts";
export { accountsRoom } from "./room.ts";
