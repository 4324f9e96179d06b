import { close, fstatSync, mkdirSync, openSync, renameSync, rmSync, write } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemCode } from "./setup-problem.ts";

export interface LogFile {
  /** A path, or `-` for standard output. */
  readonly file: string;
  readonly rotateBytes: number;
  /** Called with how many lines were dropped, once lines can be written again. */
  readonly onRecovered: (lines: number) => void;
}

const STANDARD_OUTPUT = 1;
/** Beyond this, what writes is stuck and new lines are dropped. */
const MOST_WAITING_BYTES = 4_000_000;
const AT_ONCE_BYTES = 256_000;
/** A pipe whose reader is slow. */
const TRY_AGAIN = /^(EAGAIN|EBUSY|EINTR)$/;
const TRY_AGAIN_MS = 50;
const FLUSH_MS = 1000;
const NEWLINE = 10;

/**
 * Writes lines without ever waiting for them. What cannot be written (disk full, reader gone) is dropped and counted:
 * a log is never worth a call. A file that grew beyond `rotateBytes` is renamed to `.1`, the one before it forgotten.
 */
export class LogWriter {
  readonly #to: LogFile;
  #handle: number;
  #size: number;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isWriting = false;
  /** The last write ended within a line. */
  #isTorn = false;
  #dropped = 0;
  /** Of the dropped, how many were told. */
  #told = 0;

  constructor(to: LogFile) {
    this.#to = to;
    if (this.#isFile()) mkdirSync(dirname(to.file), { recursive: true });
    this.#handle = this.#isFile() ? openSync(to.file, "a", 0o600) : STANDARD_OUTPUT;
    this.#size = this.#isFile() ? fstatSync(this.#handle).size : 0;
  }

  /** Lines that could not be written since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes one line with its end. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waitingBytes + bytes.length > MOST_WAITING_BYTES) {
      this.#dropped += 1;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (!this.#isWriting) this.#next();
  }

  /** Resolves once everything was written or dropped, and after a second in any case. */
  async flush(): Promise<void> {
    const until = performance.now() + FLUSH_MS;
    while (this.#isWriting && performance.now() < until) await sleep(5);
  }

  #isFile(): boolean {
    return this.#to.file !== "-";
  }

  #next(): void {
    this.#isWriting = this.#waiting.length > 0;
    if (!this.#isWriting) return;
    this.#rotate();
    const lines = this.#take();
    const start = this.#isTorn ? [Buffer.from("\n")] : [];
    this.#put(Buffer.concat([...start, ...lines]), 0);
  }

  #take(): Buffer[] {
    let bytes = 0;
    let count = 0;
    for (const line of this.#waiting) {
      if (count > 0 && bytes + line.length > AT_ONCE_BYTES) break;
      bytes += line.length;
      count += 1;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  #put(bytes: Buffer, from: number): void {
    write(this.#handle, bytes, from, bytes.length - from, null, (error, written) => {
      if (error && TRY_AGAIN.test(systemCode(error))) {
        setTimeout(() => this.#put(bytes, from), TRY_AGAIN_MS).unref();
        return;
      }
      if (error) this.#drop(bytes, from);
      else {
        this.#size += written;
        if (from + written < bytes.length) {
          this.#put(bytes, from + written);
          return;
        }
        this.#isTorn = false;
        this.#tell();
      }
      this.#next();
    });
  }

  #drop(bytes: Buffer, from: number): void {
    this.#dropped += bytes.subarray(from).filter((byte) => byte === NEWLINE).length;
    if (from > 0) this.#isTorn = bytes[from - 1] !== NEWLINE;
  }

  #tell(): void {
    const lines = this.#dropped - this.#told;
    this.#told = this.#dropped;
    if (lines > 0) this.#to.onRecovered(lines);
  }

  #rotate(): void {
    const { file, rotateBytes } = this.#to;
    if (!this.#isFile() || this.#size < rotateBytes) return;
    this.#size = 0;
    try {
      rmSync(`${file}.1`, { force: true });
      renameSync(file, `${file}.1`);
      const fresh = openSync(file, "a", 0o600);
      close(this.#handle, () => undefined);
      this.#handle = fresh;
    } catch {
      // The old handle still writes, whatever its file is called now; tried again when it has grown as much once more.
    }
  }
}
