/** Whole numbers that grow in number, in flat memory: a plain list of as many takes twice the room. */
export class IntList {
  size = 0;
  #items = new Int32Array(1024);

  push(item: number): number {
    if (this.size === this.#items.length) {
      const items = new Int32Array(Math.ceil(this.size * 1.5));
      items.set(this.#items);
      this.#items = items;
    }
    this.#items[this.size] = item;
    return this.size++;
  }

  /** The numbers so far; the list must not grow any more. */
  done(): Int32Array {
    return this.#items.slice(0, this.size);
  }
}

/** As `IntList`, for costs and the numbers of OSM, which exceed 32 bits. */
export class NumberList {
  size = 0;
  #items = new Float64Array(1024);

  push(item: number): number {
    if (this.size === this.#items.length) {
      const items = new Float64Array(Math.ceil(this.size * 1.5));
      items.set(this.#items);
      this.#items = items;
    }
    this.#items[this.size] = item;
    return this.size++;
  }

  /** The numbers so far; the list must not grow any more. */
  done(): Float64Array {
    return this.#items.slice(0, this.size);
  }
}
