/**
 * Something on the machine keeps Waybill from starting. The message is one plain sentence with the cure;
 * the command line prints it without a stack trace.
 */
export class SetupProblem extends Error {
  override readonly name = "SetupProblem";
  /** How the command ends, for scripts. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code where data or a backup are of a newer Waybill than the program. */
export const NEWER = 4;

/** The `code` of a system error ("ENOENT"), or "" of anything else. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export const notWritable = (path: string): SetupProblem =>
  new SetupProblem(
    `Waybill may not write to ${path}: give this user write access to it, or choose another place with --data.`,
  );

/** Turns a file error into a sentence with the cure; other errors fly on. */
export function fileProblem(error: unknown, path: string): unknown {
  switch (systemCode(error)) {
    case "ENOSPC":
    case "EDQUOT":
    case "53100": // PostgreSQL's disk_full
      return new SetupProblem(
        `The disk that holds ${path} is full: free at least 300 MB and start again, or choose another place with --data.`,
      );
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return notWritable(path);
    case "ENOTDIR":
    case "EEXIST":
      return new SetupProblem(
        `${path} is a file where a folder is needed: move it away or choose another place with --data.`,
      );
    default:
      return error;
  }
}
