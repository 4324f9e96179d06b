/** A text of its own direction within another: a Latin name keeps its full stop at its end in an Arabic line. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
