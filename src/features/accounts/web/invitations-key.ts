/** The query that knows the open invitations. */
export const INVITATIONS_KEY = ["invitations"];
