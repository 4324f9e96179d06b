/** Messages to a PostgreSQL server, one after the other in one piece; protocol 3.0, values as text. */
export class WireMessage {
  #bytes = Buffer.allocUnsafe(65_536);
  #length = 0;

  /** Returns the bytes put together and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  /** Has a statement planned under a name, and its columns told. */
  parse(name: string, text: string): void {
    this.#put("P", () => {
      this.#text(name);
      this.#text(text);
      this.#int16(0);
    });
    this.#put("D", () => {
      this.#byte("S");
      this.#text(name);
    });
  }

  /** Runs a planned statement, and has the answer sent at once. */
  run(name: string, values: readonly unknown[]): void {
    this.#put("B", () => {
      this.#text("");
      this.#text(name);
      this.#int16(0);
      this.#int16(values.length);
      for (const value of values) this.#value(textOf(value));
      this.#int16(0);
    });
    this.#put("E", () => {
      this.#text("");
      this.#int32(0);
    });
    this.#put("H", () => undefined);
  }

  /** Ends the transaction. */
  sync(): void {
    this.#put("S", () => undefined);
  }

  rollback(): void {
    this.#put("Q", () => this.#text("rollback"));
  }

  #put(kind: string, fill: () => void): void {
    this.#byte(kind);
    const start = this.#length;
    this.#int32(0);
    fill();
    this.#bytes.writeInt32BE(this.#length - start, start);
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #byte(letter: string): void {
    this.#room(1);
    this.#bytes[this.#length] = letter.charCodeAt(0);
    this.#length += 1;
  }

  #int16(value: number): void {
    this.#room(2);
    this.#length = this.#bytes.writeInt16BE(value, this.#length);
  }

  #int32(value: number): void {
    this.#room(4);
    this.#length = this.#bytes.writeInt32BE(value, this.#length);
  }

  /** Ends with a zero. */
  #text(text: string): void {
    this.#room(3 * text.length + 1);
    this.#length += this.#bytes.write(text, this.#length);
    this.#bytes[this.#length] = 0;
    this.#length += 1;
  }

  #value(text: string | null): void {
    if (text === null) return this.#int32(-1);
    this.#room(3 * text.length + 4);
    const bytes = this.#bytes.write(text, this.#length + 4);
    this.#int32(bytes);
    this.#length += bytes;
  }
}

/** A value as `pg` writes it. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) throw new Error("bytes are not sent by the simulation");
  return Array.isArray(value) ? arrayOf(value) : JSON.stringify(value);
}

function arrayOf(values: readonly unknown[]): string {
  const items = values.map((one) => {
    if (Array.isArray(one)) return arrayOf(one);
    const text = textOf(one);
    return text === null ? "NULL" : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  });
  return `{${items.join(",")}}`;
}
