import { parseHumanNumber } from "./human-number.ts";

/** One parcel of a delivery. `index` counts from 1. */
export interface ParcelName {
  readonly number: string;
  readonly index: number;
}

/**
 * The code on a parcel's label: `WB-7K4M-92QX-2`. The number's check character catches what is typed wrong; how many
 * parcels there are says whether the index can be right.
 */
export const parcelCode = ({ number, index }: ParcelName): string => `${number}-${index}`;

/** Number and index of a code as we write it. */
export function codeParts(code: string): ParcelName {
  const at = code.lastIndexOf("-");
  return { number: code.slice(0, at), index: Number(code.slice(at + 1)) };
}

/** Codes of all parcels of a delivery, in their order. */
export const parcelCodes = (number: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => parcelCode({ number, index: at + 1 }));

/** Letters of a number, with and without its `WB`, followed by an index of one or two digits. */
const PARTS = /^((?:WB)?[0-9A-Z]{8})([1-9][0-9]?)$/;

/**
 * Reads a parcel's code as it is scanned or typed: any case, spaces and dashes anywhere or nowhere, O for 0, I or L
 * for 1, with or without the WB.
 *
 * @returns the code as we write it, or `undefined` when it is none or the number's check character is wrong
 */
export function parseParcelCode(text: string): string | undefined {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  const [, letters = "", index = ""] = PARTS.exec(plain) ?? [];
  const number = parseHumanNumber(letters);
  return number === undefined ? undefined : parcelCode({ number, index: Number(index) });
}
