import * as z from "zod/mini";
import { LEFT_HOWS, LEFT_NOTE_LETTERS, type LeftHow } from "../domain/left.ts";

/** Word of a courier about one parcel: it changes hands, or why it stays. */
interface Part {
  readonly how: LeftHow | "moved";
  readonly note: string;
  /** Photo of its damage on this phone. */
  readonly photo?: string | undefined;
}

/** Most photos of single parcels at one stop, beside that of the handover. */
export const MOST_DAMAGE_PHOTOS = 8;

type PartsSaid = Readonly<Record<string, Part>>;

/** No parcel was spoken of. */
export const NO_PARTS = "{}";

/** Parcels as a form keeps them in one text. */
export function partsOf(text: string): PartsSaid {
  try {
    // Safe: `withPart` alone writes it.
    return JSON.parse(text) as PartsSaid;
  } catch {
    return {};
  }
}

/** The text with another word about one parcel. */
export const withPart = (text: string, code: string, part: Part): string =>
  JSON.stringify({ ...partsOf(text), [code]: part });

/** The text with a parcel that was scanned: it changes hands. */
export const movedWith = (text: string, code: string): string =>
  withPart(text, code, { how: "moved", note: "" });

/** Codes of the parcels that change hands. */
export const movedIn = (text: string): string[] =>
  Object.entries(partsOf(text)).flatMap(([code, { how }]) => (how === "moved" ? [code] : []));

/** Codes of the damaged parcels that are asked for a photo. */
export const shownIn = (text: string): string[] =>
  Object.entries(partsOf(text))
    .flatMap(([code, { how }]) => (how === "damaged" ? [code] : []))
    .slice(0, MOST_DAMAGE_PHOTOS);

/** Parcels that stay, as a command names them. */
export const leftIn = (text: string) => {
  const shown = shownIn(text);
  return Object.entries(partsOf(text)).flatMap(([code, { how: said, note, photo }]) => {
    const how = LEFT_HOWS.find((one) => one === said);
    const words = note.trim().slice(0, LEFT_NOTE_LETTERS);
    const proofIds = shown.includes(code) && photo !== undefined ? [photo] : [];
    return how ? [{ code, how, note: words === "" ? null : words, proofIds }] : [];
  });
};

/** Whether each damaged parcel has a photo of its own, as far as a stop takes so many. */
const isEachShown = (text: string): boolean =>
  shownIn(text).every((code) => partsOf(text)[code]?.photo !== undefined);

const saysEach = (codes: readonly string[]) =>
  z.refine<string>((text) => codes.every((code) => partsOf(text)[code]), "parcels.choose-each");
const describesDamage = z.refine<string>(
  (text) => leftIn(text).every(({ how, note }) => how !== "damaged" || note !== null),
  "parcels.describe-damage",
);
const leavesSome = (corrects: boolean) =>
  z.refine<string>((text) => !corrects || leftIn(text).length > 0, "parcels.none-left");

/**
 * Checks of the office, which may say that no parcel changed hands. Its photos are asked for with the other proofs.
 *
 * @param corrects speaks of a parcel that did not change hands
 */
export const officePartsShape = (codes: readonly string[], corrects: boolean) =>
  z.string().check(saysEach(codes), describesDamage, leavesSome(corrects));

/**
 * Checks that each parcel was spoken of, that damage is described and shown, and that something changes hands; a
 * correction speaks of a parcel that did not.
 */
export const partsShape = (codes: readonly string[], corrects: boolean) =>
  z.string().check(
    saysEach(codes),
    describesDamage,
    z.refine(isEachShown, "parcels.show-damage"),
    z.refine((text) => movedIn(text).length > 0, "parcels.none-moved"),
    leavesSome(corrects),
  );
