import type { ParcelInput } from "#features/quotes/contract/api.ts";

/** Neighbours from everywhere, in the scripts that they write. */
export const NEIGHBOURS = [
  "Amara Okafor",
  "Jonas Weber",
  "Zeynep Yıldız",
  "Giulia Ferrari",
  "Nguyễn Thị Lan",
  "Oliver Bennett",
  "Ewa Kowalczyk",
  "Khalid al-Mansouri",
  "Mateo Fernández",
  "Anneliese Groß",
  "Priya Raghavan",
  "Lars Søndergaard",
  "Chiara Esposito",
  "Tomáš Dvořák",
  "Fatou Diallo",
  "Hiroshi Tanaka",
  "Clémence Dupont",
  "Ivana Petrović",
  "Samuel Adeyemi",
  "Leyla Karimi",
  "Björn Åkesson",
  "Marisol Vargas",
  "Andrei Ionescu",
  "Noor Haddad",
  "Wei Zhang",
  "Siobhán Murphy",
  "Mehmet Demir",
  "Katarzyna Nowak",
  "João Pereira",
  "Eleni Papadopoulou",
  "Yusuf Rahman",
  "Marta Lindgren",
  "Dele Adebayo",
  "Sofia Hernández",
  "Emil Novák",
  "Rania Khoury",
  "Pierre Lefèvre",
  "Agnieszka Zielińska",
  "Kofi Mensah",
  "Hannah Schäfer",
] as const;

export const DOORBELLS = [
  "3rd floor, left",
  "Ground floor",
  "Bell: Schäfer",
  "Back yard, second entrance",
  "2nd floor, lift works",
  "Reception",
  "5th floor, no lift",
  "Side door by the bakery",
] as const;

export const NOTES = [
  "",
  "Please ring twice.",
  "The dog is friendly.",
  "Call if nobody answers.",
  "",
  "Leave nothing in the hallway.",
  "",
  "Best after the children's nap.",
] as const;

const parcel = (
  size: ParcelInput["size"],
  massG: number,
  contents: string,
  fragile = false,
): ParcelInput => ({ size, massG, contents, fragile });

/** Contents of the demo's deliveries, one or several parcels each. */
export const LOADS: readonly (readonly ParcelInput[])[] = [
  [parcel("small", 900, "Books")],
  [parcel("envelope", 120, "Contract")],
  [parcel("medium", 4_200, "Groceries")],
  [parcel("small", 600, "Medicine")],
  [parcel("medium", 2_600, "Cake, upright", true)],
  [parcel("small", 1_400, "Coffee beans"), parcel("small", 800, "Cups", true)],
  [parcel("large", 11_500, "Office chair")],
  [parcel("envelope", 80, "House keys")],
  [parcel("medium", 3_300, "Flowers", true)],
  [parcel("small", 1_100, "Spare part")],
  [parcel("medium", 6_800, "Wine, six bottles", true)],
  [parcel("small", 450, "Spectacles", true)],
  [parcel("large", 8_900, "Shoes, returns"), parcel("medium", 3_100, "Coats")],
  [parcel("small", 700, "Camera", true)],
];

/** A number reserved for fiction: it belongs to no one. */
export const phoneOf = (nth: number): string => `+493023125${String(nth % 1000).padStart(3, "0")}`;
