/** The job that writes the end of a delivery's offer. */
export const SETTLE = "offers.settle";
