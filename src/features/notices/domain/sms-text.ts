/** Signs for which a text message would have to be sent in 16 bits each, where plain ones say the same. */
const PLAIN: Readonly<Record<string, string>> = {
  "–": "-",
  "—": "-",
  "’": "'",
  "“": '"',
  "”": '"',
  "…": "...",
};

/** Writes a text message on one line, by plain signs. */
export const smsText = (text: string): string =>
  text
    .replaceAll(/[–—’“”…]/g, (sign) => PLAIN[sign] ?? sign)
    .replaceAll(/\s+/g, " ")
    .trim();
