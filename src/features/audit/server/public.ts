/** Door of audit for `main`. */
export { unsealedGauge } from "./gauge.ts";
export { recordAct } from "./record.ts";
export { auditRoom } from "./room.ts";
export { isWhole, verifyAll, type Verified } from "./verify.ts";
