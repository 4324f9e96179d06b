// Unpacks a zip archive with Node alone: stored and deflated entries, no encryption, no 64-bit sizes.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/** Writes every file of `archive` under `folder`. @throws Error for a damaged archive or a name that leads outside */
export async function unzip(archive, folder) {
  const bytes = readFileSync(archive);
  for (const { name, method, offset, packed, size, mode } of entriesOf(bytes)) {
    const target = path.resolve(folder, name);
    if (!target.startsWith(path.resolve(folder) + path.sep)) throw new Error(`${archive} holds ${name}`);
    if (name.endsWith("/")) {
      mkdirSync(target, { recursive: true });
      continue;
    }
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const inside = bytes.subarray(start, start + packed);
    const whole = method === DEFLATED ? inflateRawSync(inside) : inside;
    if (whole.length !== size) throw new Error(`${archive}: ${name} is damaged`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, whole);
    if (mode & 0o111) chmodSync(target, 0o755);
  }
}

function* entriesOf(bytes) {
  let end = bytes.length - 22;
  while (end >= 0 && bytes.readUInt32LE(end) !== END) end -= 1;
  if (end < 0) throw new Error("not a zip archive");
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error("a damaged zip archive");
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    yield {
      name: bytes.toString("utf8", at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      mode: bytes.readUInt16LE(at + 40),
    };
    at += 46 + nameLength + extra + comment;
  }
}
