import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/** The mails that lie in a data folder, of those with this text in them; lines are unfolded. */
export async function mailsIn(dataFolder: string, text: string): Promise<string[]> {
  const folder = path.join(dataFolder, "mails");
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const all = await Promise.all(files.map((name) => readFile(path.join(folder, name), "utf8")));
  return all.map(unfolded).filter((mail) => mail.includes(text));
}

/** Decoded in one pass: a key after an equals sign may itself begin like an encoded byte. */
const unfolded = (mail: string): string =>
  mail
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"),
    );

/** The first address in a mail that begins so. */
export const linkIn = (mail: string, start: string): string | undefined =>
  mail.split(/[\s"<>]+/).find((part) => part.startsWith(start));
