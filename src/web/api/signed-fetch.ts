/** A call with the sign-in on it. The session gives it; without one, calls go out as a guest. */
export type SignedFetch = (url: string, init?: RequestInit) => Promise<Response>;

const asGuest: SignedFetch = (url, init) => fetch(url, init);
let signed: SignedFetch = asGuest;
export const setSignedFetch = (next: SignedFetch | undefined): void => {
  signed = next ?? asGuest;
};
export const signedFetch: SignedFetch = (url, init) => signed(url, init);
