/** How push services are called. */
export interface PushChoice {
  /** Address at which they reach the operator: `mailto:` or https. */
  readonly contact: string;
  /** They may stand in a private network, and do without TLS. */
  readonly allowsPrivate: boolean;
  /** Longest wait for one, in ms. */
  readonly waitMs?: number;
}
