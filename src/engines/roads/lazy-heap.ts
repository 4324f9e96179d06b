import { intAt, numAt } from "#kernel/typed.ts";

/** Min-heap of items in which an item may stand more than once: a lower key is put beside the one that is there. */
export class LazyHeap {
  size = 0;
  #items = new Int32Array(1024);
  #keys = new Float64Array(1024);

  /** The least key. The heap must not be empty. */
  least(): number {
    return numAt(this.#keys, 0);
  }

  put(item: number, key: number): void {
    if (this.size === this.#items.length) this.#grow();
    const [items, keys] = [this.#items, this.#keys];
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentKey = numAt(keys, parent);
      if (parentKey <= key) break;
      items[at] = intAt(items, parent);
      keys[at] = parentKey;
      at = parent;
    }
    items[at] = item;
    keys[at] = key;
  }

  /** Takes out the item with the least key. The heap must not be empty. */
  pop(): number {
    const [items, keys] = [this.#items, this.#keys];
    const first = intAt(items, 0);
    const size = --this.size;
    const [item, key] = [intAt(items, size), numAt(keys, size)];
    let at = 0;
    for (let child = 1; child < size; child = at * 2 + 1) {
      if (child + 1 < size && numAt(keys, child + 1) < numAt(keys, child)) child += 1;
      const childKey = numAt(keys, child);
      if (childKey >= key) break;
      items[at] = intAt(items, child);
      keys[at] = childKey;
      at = child;
    }
    items[at] = item;
    keys[at] = key;
    return first;
  }

  clear(): void {
    this.size = 0;
  }

  #grow(): void {
    const [items, keys] = [new Int32Array(this.size * 2), new Float64Array(this.size * 2)];
    items.set(this.#items);
    keys.set(this.#keys);
    [this.#items, this.#keys] = [items, keys];
  }
}
