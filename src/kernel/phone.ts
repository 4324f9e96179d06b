/** How people of one country write phone numbers among themselves. */
export interface PhonePlan {
  /** Without plus: `49`. */
  readonly callingCode: string;
  /** Dialled before a national number and left out after the calling code: `0` in most countries, often empty. */
  readonly trunk: string;
  /** Of the longest national number, trunk left out. */
  readonly digits: number;
}

const ARABIC_ZERO = 0x0660;

export const E164 = /^\+[1-9]\d{6,14}$/;
export const isE164 = (number: string): boolean => E164.test(number);

/**
 * E.164 of what somebody typed: `0049 30 1234` and, with Germany's plan, `030 1234` become `+49301234`. What is no
 * phone number stays recognisably wrong, and so does what may be another country's or lacks its area: no guess is made.
 */
export function toE164(typed: string, plan: PhonePlan | undefined): string {
  const plain = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replace(/^((?:\+|00)\d{1,3}[\s.-]*)\(0\)/, "$1")
    .replace(/[\s().\-/\u200e\u200f]/g, "")
    .replace(/^00/, "+");
  if (!plan || !/^\d+$/.test(plain)) return plain;
  const national = nationalOf(plain, plan);
  return national === undefined ? plain : `+${plan.callingCode}${national}`;
}

/** People leave the trunk out as well where it is the calling code, as in North America. */
function nationalOf(plain: string, { callingCode, trunk, digits }: PhonePlan): string | undefined {
  const hasTrunk = trunk !== "" && plain.startsWith(trunk);
  if (!hasTrunk && trunk !== "" && trunk !== callingCode) return undefined;
  const national = hasTrunk ? plain.slice(trunk.length) : plain;
  return national.length > digits ? undefined : national;
}

const TYPED = /^[\d\s+().\-/]+$/;
const LEAST_DIGITS = 3;

/** Digits of a phone number that was typed, without the zeros in front of it; undefined where it is a name. */
export function phoneDigits(typed: string): string | undefined {
  if (!TYPED.test(typed)) return undefined;
  const digits = typed.replaceAll(/\D/g, "").replace(/^0+/, "");
  return digits.length >= LEAST_DIGITS ? digits : undefined;
}
