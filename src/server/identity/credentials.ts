/** What a call brings to say who it comes from. */
export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** Every `DPoP` header: exactly one is right, where the token is bound to a key. */
  readonly proofs: readonly string[];
  readonly method: string;
  /** Path of the call without query, as the client sees it. */
  readonly path: string;
  /** What the browser says it is. */
  readonly userAgent?: string | undefined;
  /** This very call was let in before, with its proof, and is asked about anew: an open stream, a body yet to be read. */
  readonly again?: true;
}
