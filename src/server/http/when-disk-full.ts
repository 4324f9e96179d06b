import { Refusal } from "#kernel/refusal.ts";

/** Refuses a call that writes while the disk has no room for what is new, before its body is read. */
export const whenDiskFull = (isDiskFull: () => boolean) => async (): Promise<void> => {
  if (isDiskFull()) throw new Refusal("http.disk-full");
};
