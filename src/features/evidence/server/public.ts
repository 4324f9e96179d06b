export { checkEvidence, NoEvidence } from "./check-evidence.ts";
export type { Checked } from "./check-evidence.ts";
export { evidenceRoom } from "./room.ts";
