/** Signs of the GSM 7-bit alphabet (3GPP TS 23.038), of which a message holds 160. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Its second table: each takes the room of two. */
const EXTENDED = new Set("^{}\\[~]|€");

/** Parts that a text message is sent and charged in. */
export interface SmsParts {
  readonly parts: number;
  readonly length: number;
  /** Room in that many parts. */
  readonly room: number;
  /** The alphabet: 7 bits for each sign, or 16 with any sign beyond that. */
  readonly alphabet: "gsm" | "unicode";
}

/** One message is longer than each part of several, since those carry a header. */
const ROOM = { gsm: { one: 160, many: 153 }, unicode: { one: 70, many: 67 } } as const;

export function smsPartsOf(text: string): SmsParts {
  const signs = Array.from(text);
  const isGsm = signs.every((sign) => BASIC.has(sign) || EXTENDED.has(sign));
  const alphabet = isGsm ? "gsm" : "unicode";
  const length = isGsm ? signs.length + signs.filter((sign) => EXTENDED.has(sign)).length : text.length;
  const { one, many } = ROOM[alphabet];
  const parts = length <= one ? 1 : Math.ceil(length / many);
  return { parts, length, room: parts === 1 ? one : parts * many, alphabet };
}
