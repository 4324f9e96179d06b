/** The query that knows who is signed in. */
export const ME_KEY = ["me"];
