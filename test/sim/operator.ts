import type { Worker } from "./office.ts";
import { contextOf } from "./story.ts";
import type { Story } from "./story.ts";

/** Somebody of the office, by a number. */
export const operator = (story: Story, worker: Worker, nth: number): ReturnType<typeof contextOf> => ({
  ...contextOf(story, worker),
  actor: {
    kind: "person",
    orgId: story.office.orgId,
    userId: `00000000-0000-4000-8000-00000000000${nth}`,
    roles: ["org-admin"],
    name: `Operator ${nth}`,
  },
  scope: "org",
});
