import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { shiftsApi } from "../contract/api.ts";
import { SHIFTS_REFUSALS } from "../contract/refusals.ts";
import { addVehicle, editMeans, editVehicle } from "./edit-means.ts";
import { planShifts } from "./plan-shifts.ts";
import { readMyShifts, readShiftWeek } from "./read-shifts.ts";
import { readWorkDay } from "./read-work-day.ts";
import { answerWish, askForShift, declineShift, withdrawWish } from "./wishes.ts";

/** Planned work of couriers, and with what. */
export const shiftsRoom = (): Room => ({
  name: "shifts",
  routes: [
    on(shiftsApi.readShiftWeek, readShiftWeek),
    on(shiftsApi.readWorkDay, readWorkDay),
    on(shiftsApi.planShifts, planShifts),
    on(shiftsApi.answerWish, answerWish),
    on(shiftsApi.readMyShifts, readMyShifts),
    on(shiftsApi.askForShift, askForShift),
    on(shiftsApi.declineShift, declineShift),
    on(shiftsApi.withdrawWish, withdrawWish),
    on(shiftsApi.editMeans, editMeans),
    on(shiftsApi.addVehicle, addVehicle),
    on(shiftsApi.editVehicle, editVehicle),
  ],
  refusals: SHIFTS_REFUSALS,
});
