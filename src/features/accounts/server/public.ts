/** Exports of accounts for other rooms and `main`. */
export { forgetActors } from "./actor-cache.ts";
export { actorFor } from "./actor-for.ts";
export { courierById, courierPhone, couriersById, couriersOf, reachableCouriers } from "./couriers.ts";
export { holdPeople, keepAdministrators, peopleBeside } from "./keep-administrators.ts";
export { addMember } from "./members.ts";
export { deviceHere } from "./my-sessions.ts";
export { activeBySubject, couriersBySubject, peopleCounts } from "./queries.ts";
export type { PersonRow } from "./queries.ts";
export { accountsRoom } from "./room.ts";
