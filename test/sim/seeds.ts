export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, nth) => first + nth);
