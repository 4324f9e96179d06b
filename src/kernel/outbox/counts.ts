import type { Kept, KeptFile, Op } from "./op.ts";

export interface Counts {
  readonly commands: number;
  readonly files: number;
  /** Refusals and conflicts that the courier has not confirmed, and refused pictures. */
  readonly looks: number;
}

/** True for a command that needs the courier's eye. */
export const needsLook = (op: Op): boolean =>
  !op.isSeen && (op.state === "look" || op.verdict === "conflict");

/** True for a picture that was refused and that the courier has not confirmed. */
export const isRefused = (file: KeptFile): boolean => file.state === "look" && file.isSeen !== true;

export const isUnsent = (file: KeptFile): boolean => file.state === "waiting";

export function countsOf({ ops, files }: Pick<Kept<unknown>, "ops" | "files">): Counts {
  return {
    commands: ops.filter((op) => op.state === "waiting").length,
    files: files.filter(isUnsent).length,
    looks: ops.filter(needsLook).length + files.filter(isRefused).length,
  };
}
