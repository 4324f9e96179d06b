import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of a ZIP. Pictures are packed already: packing them again costs time and saves nothing. */
export interface Part {
  readonly name: string;
  readonly isPacked: boolean;
  readonly read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A ZIP of these files, made while it is read: no file is in memory whole. */
export async function* zipOf(parts: readonly Part[], madeAt: Date): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const { name, isPacked, read } of parts) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = madeAt;
    zip.add(file);
    for await (const chunk of read()) {
      file.push(chunk);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
