/** What a call brings to say who it comes from. */
export interface Credentials {
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** Every `DPoP` header: exactly one is right, where the token is bound to a key. */
  readonly proofs: readonly string[];
  readonly method: string;
  /** Path of the call without query, as the client sees it. */
  readonly path: string;
}
