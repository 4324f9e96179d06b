/** Reads an entry that is there. One function for each kind of array keeps both fast: V8 sees one shape in each. */
export const intAt = (list: Int32Array, at: number): number => list[at] ?? 0;

/** Reads an entry that is there. */
export const numAt = (list: Float64Array, at: number): number => list[at] ?? 0;
