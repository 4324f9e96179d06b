/** Bytes of JSON that any endpoint but the proof upload accepts. */
export const BODY_LIMIT_BYTES = 256 * 1024;
/** Bytes of a form that a machine sends: one token. */
export const FORM_LIMIT_BYTES = 32 * 1024;
/** Calls per caller and minute where an endpoint does not say otherwise. */
export const DEFAULT_LIMIT_PER_MINUTE = 600;
/** People who are signed in behind one address, an office or a mobile network, before the address is limited itself. */
export const PEOPLE_PER_ADDRESS = 10;
/** Nested arrays and objects that a body may hold. */
export const BODY_DEPTH_LIMIT = 12;
