/** Addresses that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Plain http is for this machine alone: on the way to another one, anybody could read along. */
export const isSafe = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback(hostname);
};
