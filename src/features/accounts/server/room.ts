import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { accountsApi } from "../contract/api.ts";
import { ACCOUNTS_REFUSALS } from "../contract/refusals.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { backChannelLogout } from "./back-channel-logout.ts";
import { chooseLocale } from "./choose-locale.ts";
import { editPerson } from "./edit-person.ts";
import {
  END_AT_PROVIDER,
  endAllMySessions,
  endMySession,
  endPersonSessions,
  endThisSession,
} from "./end-sessions.ts";
import { invitePerson, renewInvitation, withdrawInvitation } from "./invite.ts";
import { listInvitations } from "./list-invitations.ts";
import { listPeople } from "./list-people.ts";
import { me } from "./me.ts";
import { listMySessions } from "./my-sessions.ts";
import { deleteOldSessions } from "./sightings.ts";

/** People, what they may do here, how they come in, and where they are signed in. */
export const accountsRoom = (parts: RoomParts): Room => {
  const { db, clock, joinBy = "roles", identityProvider } = parts;
  const ending = { tellsProvider: identityProvider !== undefined };
  return {
    name: "accounts",
    routes: [
      on(accountsApi.me, (_input, context) => me(context)),
      on(accountsApi.chooseLocale, chooseLocale),
      on(accountsApi.listMySessions, listMySessions),
      on(accountsApi.endMySession, endMySession),
      on(accountsApi.endThisSession, (_input, context) => endThisSession(context)),
      on(accountsApi.endAllMySessions, (_input, context) => endAllMySessions(context, ending)),
      on(accountsApi.listPeople, listPeople),
      on(accountsApi.editPerson, editPerson),
      on(accountsApi.endPersonSessions, (input, context) => endPersonSessions(input, context, ending)),
      on(accountsApi.listInvitations, (input, context) => listInvitations(input, context, joinBy)),
      on(accountsApi.invitePerson, invitePerson),
      on(accountsApi.renewInvitation, renewInvitation),
      on(accountsApi.withdrawInvitation, withdrawInvitation),
      on(accountsApi.acceptInvitation, acceptInvitation),
    ],
    rawRoutes: [backChannelLogout(parts)],
    jobs: {
      jobs: {
        // A job may come late: who signed in since then stays.
        [END_AT_PROVIDER]: async ({ subject, before }) =>
          identityProvider?.endPerson(String(subject), typeof before === "number" ? before : undefined),
        deleteOldSessions: async () => void (await db.owner((tx) => deleteOldSessions(tx, clock()))),
      },
      every: { deleteOldSessions: 30 },
    },
    refusals: ACCOUNTS_REFUSALS,
  };
};
