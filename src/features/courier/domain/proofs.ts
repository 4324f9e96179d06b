/** A kept picture, as far as it matters which one counts. */
interface Kept {
  readonly id: string;
  readonly kind: "photo" | "signature";
  readonly takenAt: string;
}

/** The picture of a kind that counts: one that was taken again replaces the one before. */
export const newestOf = <P extends Kept>(proofs: readonly P[], kind: P["kind"]): P | undefined =>
  proofs.filter((proof) => proof.kind === kind).toSorted((a, b) => (a.takenAt < b.takenAt ? 1 : -1))[0];

/** The pictures that an outcome names, at most one of each kind. */
export const proofIdsOf = (proofs: readonly Kept[]): string[] =>
  (["photo", "signature"] as const).flatMap((kind) => newestOf(proofs, kind)?.id ?? []);
