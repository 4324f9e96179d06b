import type { RefusalTable } from "#contract/problem.ts";

export const SHIFTS_REFUSALS = {
  "shifts.bad-times": [422, "A shift ends after it begins.", "mend"],
  "shifts.break-outside": [422, "A break lies within its shift and apart from the others.", "mend"],
  "shifts.overlap": [422, "Two shifts of a courier overlap.", "mend"],
  "shifts.too-long": [422, "More than 13 hours lie between the begin and the end of a working day.", "mend"],
  "shifts.rest": [422, "Less than 11 hours of rest lie between two working days.", "mend"],
  "shifts.past": [422, "The shift has begun or is over.", "mend"],
  "shifts.too-many-wishes": [422, "As many wishes are open as one courier may have at once.", "wait"],
  "shifts.no-wish": [409, "No open wish is there: it was answered or taken back.", "reload"],
  "shifts.changed-meanwhile": [409, "Somebody else changed this since it was read; read it anew.", "reload"],
  "shifts.courier-unknown": [404, "Nobody of that id rides here now.", "reload"],
  "shifts.vehicle-unknown": [404, "No vehicle of that id is in use.", "reload"],
  "shifts.vehicle-taken": [422, "Another courier has the vehicle at that time.", "mend"],
  "shifts.name-taken": [409, "Another vehicle has this name.", "mend"],
} as const satisfies RefusalTable;
