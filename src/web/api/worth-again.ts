import { isProblem } from "./problem.ts";

/** Whether another try may go well. A refusal is final; `call` itself repeats requests without an answer. */
export const worthAgain = (error: unknown): boolean =>
  isProblem(error) && (error.status >= 500 || error.code === "http.timeout");
