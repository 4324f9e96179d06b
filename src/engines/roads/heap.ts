import { intAt, numAt } from "#kernel/typed.ts";
/** Min-heap of numbered items with four children a node; a key can be lowered in place. Nothing is allocated in use. */
export class Heap {
  size = 0;
  readonly #items: Int32Array;
  readonly #keys: Float64Array;
  /** Item → its place in the heap, −1 outside. */
  readonly #places: Int32Array;

  constructor(items: number) {
    this.#items = new Int32Array(items);
    this.#keys = new Float64Array(items);
    this.#places = new Int32Array(items).fill(-1);
  }

  /** The least key; `Infinity` when empty. */
  least(): number {
    return this.size === 0 ? Infinity : numAt(this.#keys, 0);
  }

  /** Adds an item or changes its key. */
  put(item: number, key: number): void {
    const place = intAt(this.#places, item);
    if (place < 0) return this.#rise(this.size++, item, key);
    if (key <= numAt(this.#keys, place)) this.#rise(place, item, key);
    else this.#sink(place, item, key);
  }

  /** Takes out the item with the least key. The heap must not be empty. */
  pop(): number {
    const items = this.#items;
    const first = intAt(items, 0);
    this.#places[first] = -1;
    this.size -= 1;
    if (this.size > 0) this.#sink(0, intAt(items, this.size), numAt(this.#keys, this.size));
    return first;
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) this.#places[intAt(this.#items, at)] = -1;
    this.size = 0;
  }

  #rise(from: number, item: number, key: number): void {
    const [items, keys, places] = [this.#items, this.#keys, this.#places];
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const parentKey = numAt(keys, parent);
      if (parentKey <= key) break;
      const moved = intAt(items, parent);
      items[at] = moved;
      keys[at] = parentKey;
      places[moved] = at;
      at = parent;
    }
    items[at] = item;
    keys[at] = key;
    places[item] = at;
  }

  #sink(from: number, item: number, key: number): void {
    const [items, keys, places] = [this.#items, this.#keys, this.#places];
    const size = this.size;
    let at = from;
    for (;;) {
      const firstChild = at * 4 + 1;
      if (firstChild >= size) break;
      let least = firstChild;
      let leastKey = numAt(keys, firstChild);
      const end = Math.min(firstChild + 4, size);
      for (let child = firstChild + 1; child < end; child++) {
        const childKey = numAt(keys, child);
        if (childKey < leastKey) {
          least = child;
          leastKey = childKey;
        }
      }
      if (leastKey >= key) break;
      const moved = intAt(items, least);
      items[at] = moved;
      keys[at] = leastKey;
      places[moved] = at;
      at = least;
    }
    items[at] = item;
    keys[at] = key;
    places[item] = at;
  }
}
