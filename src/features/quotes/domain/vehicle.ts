import { BICYCLE_LOAD_G } from "./limits.ts";

/** Vehicles that quotes are measured for, and that rules ask for. */
export const QUOTE_VEHICLES = ["bicycle", "car"] as const;
export type QuoteVehicle = (typeof QUOTE_VEHICLES)[number];

/** The vehicle that a load needs: which courier comes is not known yet. */
export const vehicleFor = (massG: number): QuoteVehicle => (massG <= BICYCLE_LOAD_G ? "bicycle" : "car");
