/** Prometheus' own checker; undefined when it cannot be had. */
export function findPromtool(): string | undefined;
