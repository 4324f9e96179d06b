/** Wrong PINs that are checked online for one delivery. Later ones are compared only with the outcome that brings them. */
export const PIN_TRIES = 5;
const LENGTH = 4;

export const isPin = (text: string): boolean => /^\d{4}$/.test(text);

/** Digits as people type them, Arabic ones too, in ASCII and without blanks. */
export const pinText = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹]/g, (sign) => String((sign.codePointAt(0) ?? 0) % 16))
    .replace(/\D/g, "")
    .slice(0, LENGTH);
