/** Whoever holds a link looks on; one that acts decides for the recipient, until the delivery ends. */
export type LinkKind = "view" | "act";
