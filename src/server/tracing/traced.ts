/** Values of a span: counts, codes and ids of endpoints. Never a name, an address, a number or a token. */
export type Facts = Readonly<Record<string, string | number>>;

/** One stretch of work. */
export interface Stretch {
  readonly name: string;
  /** A call that came in, one that goes out, or a job. */
  readonly kind: "server" | "client" | "consumer";
  readonly facts?: Facts;
  /** Whether an error is a fault; a refusal by a rule is none. Absent: every error is one. */
  readonly isFault?: (error: unknown) => boolean;
}

/** Adds values that are known at the end only. */
export type Note = (facts: Facts) => void;

/** Runs work within a span; what the work begins is within it, too. */
export type Tracer = <T>(stretch: Stretch, work: (note: Note) => Promise<T>) => Promise<T>;

const noNote: Note = () => undefined;
let tracer: Tracer | undefined;

/** Traces from now on, or no more. */
export const traceBy = (next: Tracer | undefined): void => {
  tracer = next;
};

/** Runs work; within a span where traces are collected. It changes neither the value nor the error. */
export const traced: Tracer = (stretch, work) =>
  tracer === undefined ? work(noNote) : tracer(stretch, work);
