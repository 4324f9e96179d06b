/** Credentials of a call. */
export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** Every `DPoP` header: exactly one is right, where the token is bound to a key. */
  readonly proofs: readonly string[];
  readonly method: string;
  /** Path of the call without query, as the client sees it. */
  readonly path: string;
  /** The browser's own description. */
  readonly userAgent?: string | undefined;
  /** This very call was let in before, with its proof, and is asked about anew: an open stream, a body yet to be read. */
  readonly again?: true;
}
