/** Node 24 from its npm package. @returns its path; undefined when it cannot be had */
export function findNode24(): Promise<string | undefined>;
