/** How the bytes of a text file were read. */
export interface Decoded {
  readonly text: string;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
}

/** Windows-1252 from 0x80 to 0x9f (WHATWG encoding standard); the rest of it is Latin-1. Decoders of some engines read these as Latin-1, too. */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Bytes at the start by which an encoding without a mark is told. */
const SAMPLE = 4_096;

/**
 * Decodes a text file: by its mark, as UTF-16 where many bytes of one side are zero, as UTF-8 where it is valid, and otherwise as
 * Windows-1252, which spreadsheets still write.
 */
export function decodeText(bytes: Buffer): Decoded {
  const marked = MARKS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
  if (marked) return decoded(bytes.subarray(marked.mark.length), marked.encoding);
  const wide = wideIn(bytes.subarray(0, SAMPLE));
  if (wide) return decoded(bytes, wide);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    const text = bytes
      .toString("latin1")
      .replaceAll(/[\u0080-\u009f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80] ?? sign);
    return { text, encoding: "windows-1252" };
  }
}

const MARKS = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: "utf-8" },
  { mark: Buffer.from([0xff, 0xfe]), encoding: "utf-16le" },
  { mark: Buffer.from([0xfe, 0xff]), encoding: "utf-16be" },
] as const;

/** UTF-16 without a mark: a twentieth of the bytes is zero, nearly all on the same side; other texts have no zeros. */
function wideIn(sample: Buffer): "utf-16le" | "utf-16be" | undefined {
  const [even, odd] = zerosIn(sample);
  if (Math.max(even, odd) <= sample.length / 20 || Math.min(even, odd) * 8 > Math.max(even, odd))
    return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

const decoded = (bytes: Buffer, encoding: "utf-8" | "utf-16le" | "utf-16be"): Decoded => ({
  text: new TextDecoder(encoding).decode(bytes),
  encoding,
});

function zerosIn(bytes: Buffer): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  return zeros;
}
