import { on } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import { accountsApi } from "../contract/api.ts";
import { ACCOUNTS_REFUSALS } from "../contract/refusals.ts";
import { chooseLocale } from "./choose-locale.ts";
import { editPerson } from "./edit-person.ts";
import { listPeople } from "./list-people.ts";
import { me } from "./me.ts";

/** People and what they may do here. */
export const accountsRoom = (): Room => ({
  name: "accounts",
  routes: [
    on(accountsApi.me, (_input, context) => me(context)),
    on(accountsApi.chooseLocale, chooseLocale),
    on(accountsApi.listPeople, listPeople),
    on(accountsApi.editPerson, editPerson),
  ],
  refusals: ACCOUNTS_REFUSALS,
});
