/** Exports of this room's screens for later rooms. The part comes with the page of vehicles, whose code it shares. */
export const loadAddVehicle = () => import("./vehicles-page.tsx").then((module) => module.AddVehicle);
